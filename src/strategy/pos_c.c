/* pos_c.c - partial order sampling that is curious, and forgets.
 *
 * As in pos.c every pending event draws a priority and the highest one runs;
 * who races with it draws again.  Beyond that:
 *   - at about one decision of an execution all draw again.  Who waits with a
 *     low priority waits for long if nobody races with it, and what needs a
 *     thread to wait first and to hurry later needs another draw;
 *   - the first execution, of which nobody knows how long it will be, draws at
 *     every other decision.  That is nearly a walk (random.c), which finds at
 *     once some of what the other executions need several for;
 *   - some executions are curious (curious.h): what would cover something new
 *     goes before, what is to wait for it behind all others.
 *
 * After Yuan, Yang and Gu, CAV 2018; what is added is ours, and
 * docs/strategies.md has what it was compared with.  As in pos.c forced steps
 * are not seen. */
#include "strategy/curious.h"
#include "strategy/race.h"

struct memory {
    struct rdl_curious curious;
};

struct pos_c {
    uint64_t forgets;               /* at how many decisions of 2^64 */
    uint64_t prio[RDL_MAX_THREADS]; /* 0: draw */
};

static void pos_c_begin(void *state, const struct rdl_run *run)
{
    struct pos_c *s = state;
    struct memory *m = run->memory;

    rdl_curious_begin(&m->curious, run);
    s->forgets = UINT64_MAX / (run->expected_steps + 1);
}

/* All enabled threads are gone through, twice, at each decision: what is the
 * same for all is looked at before. */
static rdl_tid highest(struct pos_c *s, const struct rdl_choice *c)
{
    struct memory *m = c->memory;
    const rdl_tid *enabled = c->enabled;
    const size_t n_enabled = c->n_enabled;
    const bool curious = rdl_curious_is(&m->curious, c);
    rdl_tid best = enabled[0];
    uint64_t top = 0;

    for (size_t i = 0; i < n_enabled; i++) {
        const rdl_tid t = enabled[i];
        const uint64_t interest =
            curious ? rdl_curious_ask(&m->curious, c, t) : RDL_ORDINARY;
        uint64_t p;

        if (s->prio[t] == 0)
            s->prio[t] = 1 | rdl_rng_next(c->rng);
        p = interest << 62 | s->prio[t] >> 2;
        if (p > top) {
            top = p;
            best = t;
        }
    }
    return best;
}

static void forget(struct pos_c *s, const struct rdl_choice *c, rdl_tid best,
                   bool all)
{
    const struct rdl_event *pending = c->pending;
    const rdl_tid *enabled = c->enabled;
    const size_t n_enabled = c->n_enabled;

    for (size_t i = 0; i < n_enabled; i++) {
        const rdl_tid t = enabled[i];

        if (all || t == best || rdl_race(&pending[best], &pending[t]))
            s->prio[t] = 0;
    }
}

static rdl_tid pos_c_pick(void *state, const struct rdl_choice *c)
{
    struct pos_c *s = state;
    struct memory *m = c->memory;
    const bool all = rdl_rng_next(c->rng) < s->forgets;
    rdl_tid best;

    rdl_curious_decide(&m->curious, c);
    best = highest(s, c);
    forget(s, c, best, all);
    rdl_curious_step(&m->curious, c, best);
    return best;
}

static void pos_c_end(void *state, const struct rdl_run *run,
                      const struct rdl_ended *ended)
{
    struct memory *m = run->memory;

    (void)state;
    (void)ended;
    rdl_curious_end(&m->curious, run);
}

const struct rdl_strategy rdl_strategy_pos_c = {
    .name = "pos-c",
    .summary = "pos that goes for what is new, and draws all anew once",
    .metrics = RDL_CURIOUS_METRICS,
    .state_size = sizeof(struct pos_c),
    .memory_size = sizeof(struct memory),
    .begin = pos_c_begin,
    .pick = pos_c_pick,
    .end = pos_c_end,
};
