/* found.c - see found.h. */
#include "reorder/found.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

void rdl_reordered_add(struct rdl_reordered_list *out,
                       const struct rdl_closure *c,
                       const struct rdl_reordered *one)
{
    const size_t size = (c->r->n_threads + 1) * sizeof(*one->cut);
    struct rdl_reordered *new;

    if (out->n == out->room) {
        out->room = 2 * out->room + 8;
        out->all = rdl_grow(out->all, out->room * sizeof(*out->all));
    }
    new = &out->all[out->n++];
    *new = *one;
    new->cut = rdl_alloc(size);
    memcpy(new->cut, c->cut, c->r->n_threads * sizeof(*new->cut));
    out->n_deadlocks += one->deadlock;
    out->n_races += !one->deadlock;
}

void rdl_reordered_find(struct rdl_reordered_list *out,
                        const struct rdl_reading *r)
{
    struct rdl_closure c;

    *out = (struct rdl_reordered_list){ .partial = r->partial };
    rdl_closure_make(&c, &r->sequence);
    rdl_reordered_deadlocks(out, r, &c);
    rdl_reordered_races(out, r, &c);
    out->work = c.work;
    rdl_closure_free(&c);
}

void rdl_reordered_free(struct rdl_reordered_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->all[i].cut);
    free(list->all);
    *list = (struct rdl_reordered_list){ .n = 0 };
}
