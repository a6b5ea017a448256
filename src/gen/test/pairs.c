/* pairs.c - see pairs.h. */
#include "gen/test/pairs.h"

#include "util/alloc.h"

#include <stdlib.h>

#define THREADS 16
#define DEPTH 32

void rdl_gen_pairs_make(struct rdl_gen_pairs *p, const uint16_t *functions,
                        size_t n)
{
    *p = (struct rdl_gen_pairs){ .n = n * (n + 1) / 2 };
    p->all = rdl_alloc(p->n * sizeof(*p->all) + 1);
    p->due = rdl_alloc(p->n * sizeof(*p->due) + 1);
    p->n = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i; k < n; k++) {
            const uint16_t a = functions[i], b = functions[k];

            p->all[p->n].f = a < b ? a : b;
            p->all[p->n++].g = a < b ? b : a;
        }
    }
}

void rdl_gen_pairs_free(struct rdl_gen_pairs *p)
{
    free(p->all);
    free(p->due);
}

struct rdl_gen_pair *rdl_gen_pairs_find(const struct rdl_gen_pairs *p,
                                        unsigned f, unsigned g)
{
    for (size_t i = 0; i < p->n; i++) {
        if ((p->all[i].f == f && p->all[i].g == g) ||
            (p->all[i].f == g && p->all[i].g == f))
            return &p->all[i];
    }
    return NULL;
}

bool rdl_gen_pair_seen(const struct rdl_gen_pair *p)
{
    return p->covered > 0 || p->found > 0;
}

struct inside { /* functions that a thread is in */
    size_t n;
    uint16_t functions[DEPTH];
};

static void pairs_enter(struct rdl_gen_pairs *p, const struct inside *threads,
                        const struct rdl_gen_mark *m)
{
    for (size_t t = 0; t < THREADS; t++) {
        for (size_t i = 0; t != m->thread && i < threads[t].n; i++) {
            struct rdl_gen_pair *pair =
                rdl_gen_pairs_find(p, m->function, threads[t].functions[i]);

            if (pair != NULL)
                pair->covered++;
        }
    }
}

void rdl_gen_pairs_cover(struct rdl_gen_pairs *p,
                         const struct rdl_gen_mark *trace, size_t n)
{
    struct inside threads[THREADS] = { 0 };

    for (size_t i = 0; i < n; i++) {
        const struct rdl_gen_mark *m = &trace[i];
        struct inside *own;

        if (m->thread >= THREADS)
            continue;
        own = &threads[m->thread];
        if (!m->enters) {
            own->n -= own->n > 0;
            continue;
        }
        pairs_enter(p, threads, m);
        if (own->n < DEPTH)
            own->functions[own->n++] = m->function;
    }
}
