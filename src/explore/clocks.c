/* clocks.c - what happens before a step. */
#include "explore/parts.h"
#include "explore/walk.h"

#include <string.h>

typedef int16_t eight __attribute__((vector_size(16), aligned(2), may_alias));

void rdl_clock_join(const struct rdl_explore *x, rdl_clock to,
                    const rdl_clock from)
{
    for (unsigned t = 0; t < x->n_threads; t += 8) {
        eight *a = (eight *)&to[t];
        const eight b = *(const eight *)&from[t];

        *a = (*a & (*a > b)) | (b & ~(*a > b));
    }
}

/* `at`: 1 + the index of a step; 0: none. */
static void clocks_join_step(const struct rdl_explore *x, rdl_clock to,
                             uint32_t at)
{
    if (at > 0 && !rdl_clock_has(to, rdl_explore_at(x, at - 1)))
        rdl_clock_join(x, to, x->clock[at - 1]);
}

static void clocks_firm(const struct rdl_explore *x, const struct rdl_step *s,
                        rdl_clock firm)
{
    const struct rdl_latest *l = &x->latest;

    memset(firm, 0, sizeof(rdl_clock));
    clocks_join_step(x, firm, l->of[s->tid]);
    clocks_join_step(x, firm, l->lives[s->tid]);
    if (s->woken)
        clocks_join_step(x, firm, l->wakes[s->tid]);
    if (s->slept)
        clocks_join_step(x, firm, l->idle);
    for (uint64_t lives = s->lives; lives != 0; lives &= lives - 1) {
        clocks_join_step(x, firm, l->of[__builtin_ctzll(lives)]);
        clocks_join_step(x, firm, l->lives[__builtin_ctzll(lives)]);
    }
}

void rdl_clock_of(const struct rdl_explore *x, const struct rdl_step *s,
                  rdl_clock clock, rdl_clock firm)
{
    struct rdl_walk w;
    uint32_t at;

    clocks_firm(x, s, firm);
    memcpy(clock, firm, sizeof(rdl_clock));
    rdl_walk_begin(x, &w, s, x->n);
    while ((at = rdl_walk_next(&w)) > 0) {
        const struct rdl_step *e = rdl_explore_at(x, at - 1);
        bool passed = rdl_clock_has(clock, e);

        if (!passed && rdl_step_conflict(e, s)) {
            rdl_clock_join(x, clock, x->clock[at - 1]);
            passed = true;
        }
        rdl_walk_on(x, &w, at, passed);
    }
}
