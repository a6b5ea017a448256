/* pos_weighted.c - partial order sampling with weights, redraws and novelty.
 *
 * As in pos.c every pending event draws a priority and the highest one runs;
 * the events that race with it draw again.  In addition:
 *   - in every other execution threads that have more events left draw better.
 *     In pos.c the next events of two threads are equal, so the event of a
 *     short thread rarely runs late in a long one: after k events it races
 *     with, with a probability of less than 1 in k + 1.  If it drew in
 *     proportion to the events left, as surw.c draws threads, it could run
 *     anywhere.  It draws in proportion to the root of that, so it runs early a
 *     little more often than late.  The other executions draw evenly: a bug in
 *     which a short thread must be quick again and again needs ten times as
 *     many executions with weights;
 *   - at about one decision of an execution all draw again.  A thread with a
 *     low priority waits for long if no event races with it; a bug that needs a
 *     thread to wait first and to hurry later needs another draw;
 *   - the first execution, whose length is unknown, draws at every other
 *     decision.  That is nearly a random walk (random.c), which finds at once
 *     some bugs that other executions need several attempts for;
 *   - some executions look for novelty (strategy/lib/novelty.h): events that
 *     would cover something new go before all others, events that wait for one
 *     go after all others.
 *
 * After Yuan, Yang and Gu, CAV 2018; the additions are ours, and bench/reports
 * compares them.  As in pos.c the strategy does not see forced steps. */
#include "strategy/lib/new_threads.h"
#include "strategy/lib/novelty.h"
#include "strategy/lib/thread_identity.h"
#include "strategy/lib/race.h"

#define ONE (UINT64_C(1) << 28) /* 1.0 as a result of pos_exponential() */

struct memory {
    uint64_t begun; /* executions */
    struct rdl_novelty curious;
    struct rdl_thread_identity family;
    uint32_t events[RDL_FAMILY]; /* most seen in one execution, by thread */
};

struct pos_weighted {
    uint64_t forgets; /* probability of a redraw, times 2^64 */
    uint64_t usual;   /* times 2^64: scales even draws to weighted ones */
    uint64_t late[RDL_MAX_THREADS]; /* the lowest runs; 0: draw */
    uint64_t steps;                 /* c->steps at the latest decision */
    struct rdl_relatives relatives;
    uint32_t events[RDL_FAMILY];
};

static void pos_c_begin(void *state, const struct rdl_run *run)
{
    struct pos_weighted *s = state;
    struct memory *m = run->memory;

    rdl_novelty_begin(&m->curious, run);
    s->forgets = UINT64_MAX / (run->expected_steps + 1);
    rdl_thread_identity_begin(&m->family, &s->relatives);
    s->usual = ONE << 28;
    if (m->begun++ % 2 == 0) /* the first one knows nothing */
        return;
    for (unsigned i = 0; i < m->family.n; i++)
        s->relatives.left[i] = m->events[i];
    s->usual = s->usual / (run->expected_steps + 1) * m->family.n;
    rdl_thread_identity_expect(&m->family, &s->relatives);
}

/* - log2 of a number drawn from (0, 1), at most 16.  A parabola approximates
 *   the logarithm of the mantissa, with an error of at most 0.01.  Integers
 *   only: floating-point arithmetic would change the program's floating-point
 *   state and depend on its rounding mode. */
static uint64_t pos_exponential(struct rdl_rng *rng)
{
    const uint64_t r = rdl_rng_next(rng) | 1;
    const unsigned zeros = (unsigned)__builtin_clzll(r);
    const uint64_t f = r << zeros << 1 >> 36; /* the mantissa minus one */

    if (zeros >= 16)
        return 16 * ONE - 1;
    return (zeros + 1) * ONE - f - 345 * (f * (ONE - f) / ONE) / 1000;
}

/* If each draws pos_exponential() divided by its weight, each is the lowest
 * with a probability in proportion to its weight.  Squares have the same order,
 * and their weights are the roots. */
static uint64_t pos_draw(struct pos_weighted *s, const struct rdl_choice *c,
                         rdl_tid t)
{
    struct memory *m = c->memory;
    const uint64_t e = pos_exponential(c->rng);
    uint64_t left;

    if (rdl_thread_identity_is_new(&s->relatives, c, t))
        rdl_thread_identity_meet(&m->family, &s->relatives, c, t);
    left = s->relatives.left[rdl_thread_identity_number(&s->relatives, t)];
    /* Even draws need no division. */
    return (left > 1 ? e * e / left : e * e) + 1;
}

/* A created thread mostly has the higher tid.  Going downwards meets it before
 * its creator draws for itself alone. */
static void pos_draw_all(struct pos_weighted *s, const struct rdl_choice *c)
{
    for (size_t i = c->n_enabled; i-- > 0;) {
        const rdl_tid t = c->enabled[i];

        if (s->late[t] == 0)
            s->late[t] = pos_draw(s, c, t);
    }
}

/* The last of the lowest.  Nobody can predict which that is, so there is no
 * branch on it. */
static rdl_tid pos_lowest(const struct pos_weighted *s,
                          const struct rdl_choice *c)
{
    const rdl_tid *enabled = c->enabled;
    const size_t n_enabled = c->n_enabled;
    uint64_t least = s->late[enabled[0]];
    uint64_t best = enabled[0];

    for (size_t i = 1; i < n_enabled; i++) {
        const uint64_t t = enabled[i], late = s->late[t];
        const uint64_t lower = -(uint64_t)(late <= least);

        least ^= (least ^ late) & lower;
        best ^= (best ^ t) & lower;
    }
    return (rdl_tid)best;
}

static rdl_tid pos_among_few(struct pos_weighted *s, const struct rdl_choice *c)
{
    struct memory *m = c->memory;
    rdl_tid best = c->enabled[0];
    enum rdl_interest top = RDL_LAST;

    pos_draw_all(s, c);
    if (!rdl_novelty_is(&m->curious, c))
        return pos_lowest(s, c);
    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];
        const enum rdl_interest interest = rdl_novelty_ask(&m->curious, c, t);

        if (interest > top ||
            (interest == top && s->late[t] <= s->late[best])) {
            top = interest;
            best = t;
        }
    }
    return best;
}

static uint64_t pos_even(const struct pos_weighted *s, struct rdl_rng *rng)
{
    return (uint64_t)((unsigned __int128)rdl_rng_next(rng) * s->usual >> 64) +
           1;
}

/* With many threads, often all draw at once.  Weighing them, or querying
 * novelty, would cost more than the rest of a decision. */
static rdl_tid pos_among_many(struct pos_weighted *s,
                              const struct rdl_choice *c)
{
    const rdl_tid *enabled = c->enabled;
    const size_t n_enabled = c->n_enabled;
    rdl_tid best = enabled[0];
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < n_enabled; i++) {
        const rdl_tid t = enabled[i];

        if (s->relatives.number[t] == 0)
            s->late[t] = pos_draw(s, c, t);
        else if (s->late[t] == 0)
            s->late[t] = pos_even(s, c->rng);
        if (s->late[t] < least) {
            least = s->late[t];
            best = t;
        }
    }
    return best;
}

static void pos_forget(struct pos_weighted *s, const struct rdl_choice *c,
                       rdl_tid best, bool all)
{
    const struct rdl_event *pending = c->pending;
    const rdl_tid *enabled = c->enabled;
    const size_t n_enabled = c->n_enabled;

    for (size_t i = 0; i < n_enabled; i++) {
        const rdl_tid t = enabled[i];
        const bool forgets =
            all | (t == best) | rdl_race(&pending[best], &pending[t]);

        s->late[t] &= (uint64_t)forgets - 1;
    }
}

/* A reused tid must not inherit an ended thread's priority. */
static void pos_forget_new(struct pos_weighted *s, const struct rdl_choice *c)
{
    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];

        if (c->pending[t].op == RDL_OP_START)
            s->late[t] = 0;
    }
}

static rdl_tid pos_c_pick(void *state, const struct rdl_choice *c)
{
    struct pos_weighted *s = state;
    struct memory *m = c->memory;
    const bool all = rdl_rng_next(c->rng) < s->forgets;
    rdl_tid best;

    rdl_novelty_decide(&m->curious, c);
    if (rdl_new_threads_unseen(&s->steps, c))
        pos_forget_new(s, c);
    best = c->n_enabled <= RDL_NOVELTY_THREADS ? pos_among_few(s, c)
                                               : pos_among_many(s, c);
    pos_forget(s, c, best, all);
    rdl_novelty_step(&m->curious, c, best);
    rdl_thread_identity_step(&s->relatives, best);
    s->events[rdl_thread_identity_number(&s->relatives, best)]++;
    return best;
}

static void pos_c_end(void *state, const struct rdl_run *run,
                      const struct rdl_ended *ended)
{
    const struct pos_weighted *s = state;
    struct memory *m = run->memory;

    (void)ended;
    for (unsigned i = 0; i < m->family.n; i++) {
        if (s->events[i] > m->events[i])
            m->events[i] = s->events[i];
    }
    rdl_novelty_end(&m->curious, run);
}

const struct rdl_strategy rdl_strategy_pos_weighted = {
    .name = "pos-weighted",
    .alias = "pos-c",
    .summary = "pos, weighs long threads, prefers what is uncovered",
    .metrics = RDL_NOVELTY_METRICS,
    .state_size = sizeof(struct pos_weighted),
    .memory_size = sizeof(struct memory),
    .begin = pos_c_begin,
    .pick = pos_c_pick,
    .end = pos_c_end,
};
