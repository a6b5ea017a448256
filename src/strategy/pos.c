/* pos.c - partial order sampling.
 *
 * Every pending event draws a random priority and the highest one runs.  When
 * an event runs, the pending events that race with it draw again.  So each pair
 * of racing events occurs in either order with equal probability, however many
 * events surround it.
 *
 * Yuan, Yang and Gu, CAV 2018.  Unlike the paper, the strategy does not see
 * forced steps (one enabled thread), so an event that raced with one does not
 * draw again. */
#include "strategy/lib/new_threads.h"
#include "strategy/lib/race.h"
#include "strategy/strategy.h"

struct pos {
    uint64_t prio[RDL_MAX_THREADS]; /* 0: draw */
    uint64_t steps;                 /* c->steps at the latest decision */
};

static void pos_begin(void *state, const struct rdl_run *run)
{
    (void)state;
    (void)run;
}

static rdl_tid pos_pick(void *state, const struct rdl_choice *c)
{
    struct pos *s = state;
    const bool unseen = rdl_new_threads_unseen(&s->steps, c);
    rdl_tid best = c->enabled[0];

    for (size_t i = 0; i < c->n_enabled; i++) {
        rdl_tid t = c->enabled[i];

        /* A reused tid must not inherit an ended thread's priority. */
        if (s->prio[t] == 0 || (unseen && c->pending[t].op == RDL_OP_START))
            s->prio[t] = 1 | rdl_rng_next(c->rng);
        if (s->prio[t] > s->prio[best])
            best = t;
    }
    for (size_t i = 0; i < c->n_enabled; i++) {
        rdl_tid t = c->enabled[i];

        if (t == best || rdl_race(&c->pending[best], &c->pending[t]))
            s->prio[t] = 0;
    }
    return best;
}

const struct rdl_strategy rdl_strategy_pos = {
    .name = "pos",
    .summary = "a random priority for each event, redrawn after a race",
    .state_size = sizeof(struct pos),
    .begin = pos_begin,
    .pick = pos_pick,
};
