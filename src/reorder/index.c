/* index.c - see index.h. */
#include "reorder/index.h"

#include "base/hash.h"
#include "util/alloc.h"

#include <stdlib.h>

static struct rdl_index_entry *index_slot(const struct rdl_index *x,
                                          uint64_t key)
{
    size_t at = rdl_mix(0, key) & (x->room - 1);

    while (x->all[at].used != 0 && x->all[at].key != key)
        at = (at + 1) & (x->room - 1);
    return &x->all[at];
}

static void index_grow(struct rdl_index *x)
{
    struct rdl_index bigger = {
        .n = x->n,
        .room = x->room > 0 ? 2 * x->room : 64,
    };

    bigger.all = rdl_alloc(bigger.room * sizeof(*bigger.all));
    for (size_t i = 0; i < x->room; i++) {
        if (x->all[i].used != 0)
            *index_slot(&bigger, x->all[i].key) = x->all[i];
    }
    free(x->all);
    *x = bigger;
}

uint32_t *rdl_index_at(struct rdl_index *x, uint64_t key, uint32_t none)
{
    struct rdl_index_entry *e;

    if (2 * x->n >= x->room)
        index_grow(x);
    e = index_slot(x, key);
    if (e->used == 0) {
        *e = (struct rdl_index_entry){ .key = key, .value = none, .used = 1 };
        x->n++;
    }
    return &e->value;
}

uint32_t *rdl_index_find(const struct rdl_index *x, uint64_t key)
{
    struct rdl_index_entry *e = x->n > 0 ? index_slot(x, key) : NULL;

    return e != NULL && e->used != 0 ? &e->value : NULL;
}

void rdl_index_free(struct rdl_index *x)
{
    free(x->all);
    *x = (struct rdl_index){ .n = 0 };
}
