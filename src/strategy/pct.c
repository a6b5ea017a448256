/* pct.c - probabilistic concurrency testing.
 *
 * Each thread draws a random priority and the highest one runs.  At depth-1
 * random steps the running thread sinks below all others.  A bug that needs
 * d ordered events appears with probability >= 1/(n * k^(d-1)) per run.
 *
 * Burckhardt et al., ASPLOS 2010.  Unlike the paper, k is not a bound given
 * by the user but the most decisions seen so far, and a thread that spins or
 * yields is passed over by the engine, whatever its priority.
 */
#include "strategy/strategy.h"

#define DRAWN (UINT64_C(1) << 63) /* set in every drawn priority */

struct pct {
    uint64_t prio[RDL_MAX_THREADS];  /* 0 until first seen; highest runs */
    uint64_t drop_at[RDL_MAX_DEPTH]; /* steps at which current sinks */
    size_t n_drops;
    uint64_t floor; /* at or below every priority in use */
};

static void pct_begin(void *state, const struct rdl_run *run)
{
    struct pct *s = state;

    s->floor = DRAWN;
    s->n_drops = run->depth - 1;
    for (size_t i = 0; i < s->n_drops; i++)
        s->drop_at[i] = rdl_rng_below(run->rng, run->expected_steps);
}

static rdl_tid pct_pick(void *state, const struct rdl_choice *c)
{
    struct pct *s = state;
    rdl_tid best = c->enabled[0];

    for (size_t i = 0; i < s->n_drops; i++) {
        if (s->drop_at[i] == c->step)
            s->prio[c->current] = --s->floor;
    }
    for (size_t i = 0; i < c->n_enabled; i++) {
        rdl_tid t = c->enabled[i];

        /* A reused number must not inherit an ended thread's priority; a
         * thread draws once, while it waits for its first step. */
        if (s->prio[t] == 0)
            s->prio[t] = DRAWN | rdl_rng_next(c->rng);
        if (s->prio[t] > s->prio[best])
            best = t;
    }
    if (c->pending[best].op == RDL_OP_EXIT)
        s->prio[best] = 0;
    return best;
}

const struct rdl_strategy rdl_strategy_pct = {
    .name = "pct",
    .summary = "random priorities, depth-1 random drops",
    .state_size = sizeof(struct pct),
    .begin = pct_begin,
    .pick = pct_pick,
};
