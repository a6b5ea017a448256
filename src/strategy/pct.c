/* pct.c - probabilistic concurrency testing.
 *
 * Each thread draws a random priority and the highest one runs.  At depth-1
 * random steps the running thread sinks below all others.  A bug that needs d
 * ordered events appears with probability >= 1/(n * k^(d-1)) per run.
 *
 * Burckhardt et al., ASPLOS 2010.  Unlike the paper, k is not a bound given by
 * the user but the most decisions in this strategy's own latest executions (in
 * a campaign of several strategies, executions of others may be longer, and a
 * drop beyond the end is lost).  While no length is known, a drop is placed
 * below a random power of two (UNKNOWN).  The engine passes over a thread that
 * spins or yields, whatever its priority. */
#include "strategy/lib/new_threads.h"

#define DRAWN (UINT64_C(1) << 63) /* set in every drawn priority */
/* Exponent of the largest power of two while no length is known. */
#define UNKNOWN 10

struct pct {
    uint64_t prio[RDL_MAX_THREADS];  /* 0 until first seen; highest runs */
    uint64_t drop_at[RDL_MAX_DEPTH]; /* steps at which current sinks */
    size_t n_drops;
    uint64_t floor; /* at or below every priority in use */
    struct rdl_new_threads threads;
};

/* Most decisions in the latest LATEST to 2 * LATEST executions.  Executions
 * have fewer decisions as the engine learns which memory is shared. */
#define LATEST 16

struct memory {
    uint64_t ended;
    uint64_t before, now; /* 0: no execution has ended yet */
};

static uint64_t pct_expected(const struct rdl_run *run)
{
    const struct memory *m = run->memory;
    const uint64_t own = m->now > m->before ? m->now : m->before;

    return own != 0 && own < run->expected_steps ? own : run->expected_steps;
}

static uint64_t pct_drop(struct rdl_rng *rng, uint64_t steps)
{
    if (steps == 1)
        steps = UINT64_C(2) << rdl_rng_below(rng, UNKNOWN);
    return rdl_rng_below(rng, steps);
}

static void pct_begin(void *state, const struct rdl_run *run)
{
    struct pct *s = state;

    s->floor = DRAWN;
    s->n_drops = run->depth - 1;
    for (size_t i = 0; i < s->n_drops; i++)
        s->drop_at[i] = pct_drop(run->rng, pct_expected(run));
}

static rdl_tid pct_pick(void *state, const struct rdl_choice *c)
{
    struct pct *s = state;
    rdl_tid best = c->enabled[0];

    rdl_new_threads_decide(&s->threads, c);
    for (size_t i = 0; i < s->n_drops; i++) {
        if (s->drop_at[i] == c->step)
            s->prio[c->current] = --s->floor;
    }
    for (size_t i = 0; i < c->n_enabled; i++) {
        rdl_tid t = c->enabled[i];

        /* A reused tid must not inherit an ended thread's priority. */
        if (rdl_new_threads_is(&s->threads, c, t) || s->prio[t] == 0)
            s->prio[t] = DRAWN | rdl_rng_next(c->rng);
        if (s->prio[t] > s->prio[best])
            best = t;
    }
    return best;
}

static void pct_end(void *state, const struct rdl_run *run,
                    const struct rdl_ended *ended)
{
    struct memory *m = run->memory;

    (void)state;
    if (ended->decisions > m->now)
        m->now = ended->decisions;
    if (++m->ended % LATEST != 0)
        return;
    m->before = m->now;
    m->now = 0;
}

const struct rdl_strategy rdl_strategy_pct = {
    .name = "pct",
    .summary = "random priorities, lowered at depth-1 random steps",
    .state_size = sizeof(struct pct),
    .memory_size = sizeof(struct memory),
    .begin = pct_begin,
    .pick = pct_pick,
    .end = pct_end,
};
