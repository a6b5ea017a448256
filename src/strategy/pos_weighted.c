/* pos_weighted.c - partial order sampling that weighs, forgets, and prefers
 * what is new.
 *
 * As in pos.c every pending event draws a priority and the highest one runs;
 * who races with it draws again.  Beyond that:
 *   - threads that have more left draw better.  In pos.c the next events of two
 *     threads are equal, so the one of a short thread hardly ever comes late in
 *     a long one: behind k events it races with at a chance of less than 1 in
 *     k + 1.  Drawn in proportion to what is left, as surw.c draws threads, it
 *     may come anywhere; in proportion to the root of that, as here, early a
 *     little more often than late;
 *   - at about one decision of an execution all draw again.  Who waits with a
 *     low priority waits for long if nobody races with it, and what needs a
 *     thread to wait first and to hurry later needs another draw;
 *   - the first execution, of which nobody knows how long it will be, draws at
 *     every other decision.  That is nearly a walk (random.c), which finds at
 *     once some of what the other executions need several for;
 *   - some executions are curious (strategy/lib/novelty.h): what would cover
 *     something new goes before, what is to wait for it behind all others.
 *
 * After Yuan, Yang and Gu, CAV 2018; what is added is ours, and bench/reports
 * has what it was compared with.  As in pos.c forced steps
 * are not seen. */
#include "strategy/lib/novelty.h"
#include "strategy/lib/thread_identity.h"
#include "strategy/lib/race.h"

#define ONE (UINT64_C(1) << 28) /* of pos_exponential() */

struct memory {
    struct rdl_novelty curious;
    struct rdl_thread_identity family;
    uint32_t events[RDL_FAMILY]; /* the most that were seen of each */
};

struct pos_weighted {
    uint64_t forgets; /* at how many decisions of 2^64 */
    uint64_t usual;   /* of 2^64: brings even draws to the scale of others */
    uint64_t late[RDL_MAX_THREADS]; /* the least runs; 0: draw */
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
    for (unsigned i = 0; i < m->family.n; i++)
        s->relatives.left[i] = m->events[i];
    s->usual = (ONE << 28) / (run->expected_steps + 1) * m->family.n;
    rdl_thread_identity_expect(&m->family, &s->relatives);
}

/* - log2 of a number that is drawn from (0, 1), at most 16; the logarithm of
 * its mantissa is a parabola, wrong by 0.01 at most.  In whole numbers, for it
 * is the program's floating-point state that would show what was calculated,
 * and decide how it is rounded. */
static uint64_t pos_exponential(struct rdl_rng *rng)
{
    const uint64_t r = rdl_rng_next(rng) | 1;
    const unsigned zeros = (unsigned)__builtin_clzll(r);
    const uint64_t f = r << zeros << 1 >> 36; /* the mantissa less one */

    if (zeros >= 16)
        return 16 * ONE - 1;
    return (zeros + 1) * ONE - f - 345 * (f * (ONE - f) / ONE) / 1000;
}

/* Of pos_exponential(), divided by weights, each is the least with a chance in
 * proportion to its weight.  Squares are in the same order, and their weights
 * are the roots. */
static uint64_t pos_draw(struct pos_weighted *s, const struct rdl_choice *c,
                         rdl_tid t)
{
    struct memory *m = c->memory;
    const uint64_t e = pos_exponential(c->rng);
    uint64_t left;

    if (rdl_thread_identity_is_new(&s->relatives, c, t))
        rdl_thread_identity_meet(&m->family, &s->relatives, c, t);
    left = s->relatives.left[rdl_thread_identity_number(&s->relatives, t)];
    return e * e / (left | (left == 0)) + 1;
}

/* Mostly who was created has the higher tid, and is met before its creator
 * draws for itself alone. */
static void pos_draw_all(struct pos_weighted *s, const struct rdl_choice *c)
{
    for (size_t i = c->n_enabled; i-- > 0;) {
        const rdl_tid t = c->enabled[i];

        if (s->late[t] == 0)
            s->late[t] = pos_draw(s, c, t);
    }
}

static rdl_tid pos_among_few(struct pos_weighted *s, const struct rdl_choice *c)
{
    struct memory *m = c->memory;
    rdl_tid best = c->enabled[0];
    enum rdl_interest top = RDL_LAST;

    pos_draw_all(s, c);
    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];
        const enum rdl_interest interest = rdl_novelty_in(&m->curious, c, t);

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

/* Many often draw all at once, and to weigh them, or to be curious about them,
 * costs more than the rest of a decision. */
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

        if (all || t == best || rdl_race(&pending[best], &pending[t]))
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
    .summary = "pos that weighs threads by what they have left, and is curious",
    .metrics = RDL_NOVELTY_METRICS,
    .state_size = sizeof(struct pos_weighted),
    .memory_size = sizeof(struct memory),
    .begin = pos_c_begin,
    .pick = pos_c_pick,
    .end = pos_c_end,
};
