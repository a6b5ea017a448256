/* rff.c - reads-from guided greybox fuzzing of schedules.
 *
 * An abstract schedule is a set of constraints: this read shall (or shall not)
 * see the value of that write.  Each execution takes one from the corpus,
 * changes it (insert, swap, delete or negate a constraint) and is steered
 * toward it.  If it shows a pair of write and read that no execution has shown,
 * the changed schedule joins the corpus.
 *
 * Wolff, Shi, Duck, Mathur and Roychoudhury, "Greybox Fuzzing for Concurrency
 * Testing", ASPLOS 2024.  As there, events without a constraint are scheduled
 * by partial order sampling (pos.c), and a cut-off exponential power schedule
 * gives rare behaviour more tries.  Unlike the paper:
 *   - an abstract event is a place, without the variable; a constraint is on
 *     any word that both places access;
 *   - constraints are pairs of places that were seen to access the same word,
 *     with either sign equally likely; a schedule has at most 8;
 *   - the state machine of a positive constraint has no states of its own: a
 *     read waits until its write is the word's latest (then it goes first), the
 *     write goes first if the read is pending, other writes wait until it has
 *     been read.  A waiting thread still runs if no other can, so a constraint
 *     may stay unmet;
 *   - a negative constraint, as in the authors' scheduler (libsched.cpp of
 *     github.com/dylanjwolff/RFF), makes every thread at the write wait; if
 *     none is there, the read goes first; if the write was the latest, the read
 *     waits and another write goes first.  There the write waits to the end,
 *     here until the read has happened once.  There is nothing to avoid before
 *     the first write; here the initial value is a write like others, so a
 *     negative constraint on it makes the read wait for any write;
 *   - the strategy does not see steps of a thread that runs when no other can,
 *     so the latest write may be unknown; novelty is decided by the coverage of
 *     the whole campaign, which misses nothing;
 *   - the corpus has 256 schedules, and a new one replaces the oldest; each
 *     worker has its own. */
#include "strategy/lib/new_threads.h"
#include "strategy/lib/race.h"
#include "strategy/lib/rff_memory.h"

#define NOT_ASKED UINTPTR_MAX

enum turn { AVOID, ANY, TAKE };

struct rff {
    struct rdl_rff_schedule schedule; /* of this execution */
    bool met[RDL_RFF_CONSTRAINTS];
    uint64_t shown;                 /* hash of the pairs shown so far */
    uint64_t prio[RDL_MAX_THREADS]; /* 0: draw */
    uint64_t steps;                 /* c->steps at the latest decision */
};

static void rff_begin(void *state, const struct rdl_run *run)
{
    struct rff *s = state;

    rdl_rff_begin(run->memory);
    s->schedule = rdl_rff_mutant(run->memory, run->rng);
}

static bool rff_touches(const struct rdl_event *e)
{
    return rdl_op_accesses((enum rdl_op)e->op);
}

static bool rff_reads(const struct rdl_event *e)
{
    return rff_touches(e) && rdl_op_reads((enum rdl_op)e->op);
}

static bool rff_writes(const struct rdl_event *e)
{
    return rff_touches(e) && !rdl_race_reads_only(e);
}

/* Is another event pending at this place on the same word? */
static bool rff_is_awaited(const struct rdl_choice *c,
                           const struct rdl_event *e, uintptr_t place)
{
    for (size_t i = 0; i < c->n_enabled; i++) {
        const struct rdl_event *other = &c->pending[c->enabled[i]];

        if (other != e && other->pc == place && other->addr / 8 == e->addr / 8)
            return true;
    }
    return false;
}

/* `latest` caches the latest write of the event's word, so that several
 * constraints look it up only once. */
static bool rff_is_latest(const struct rdl_choice *c, const struct rdl_event *e,
                          uintptr_t write, uintptr_t *latest)
{
    if (*latest == NOT_ASKED)
        *latest = rdl_rff_latest(c->memory, e);
    return *latest == write;
}

/* What a positive constraint wants of this event: -1 avoid it, 1 take it. */
static int rff_wants(const struct rdl_choice *c, const struct rdl_event *e,
                     const struct rdl_rff_pair *p, uintptr_t *latest)
{
    if (rff_writes(e) && e->pc == p->write && rff_is_awaited(c, e, p->read))
        return 1;
    if (e->pc == p->read && rff_reads(e))
        return rff_is_latest(c, e, p->write, latest) ? 1 : -1;
    /* Another write waits until that one has been read. */
    if (rff_writes(e) && e->pc != p->write &&
        rff_is_latest(c, e, p->write, latest) &&
        (p->write != 0 || rff_is_awaited(c, e, p->read)))
        return -1;
    return 0;
}

/* The same for a negative one.  `met`: the read has happened, and it did not
 * see the write. */
static int rff_forbids(const struct rdl_choice *c, const struct rdl_event *e,
                       const struct rdl_rff_pair *p, bool met,
                       uintptr_t *latest)
{
    if (e->pc == p->read && rff_reads(e)) {
        if (rff_is_latest(c, e, p->write, latest))
            return -1;
        return !met && p->write != 0 && !rff_is_awaited(c, e, p->write);
    }
    if (!rff_writes(e))
        return 0;
    if (e->pc == p->write)
        return met ? 0 : -1;
    return rff_is_latest(c, e, p->write, latest) &&
           rff_is_awaited(c, e, p->read);
}

static enum turn rff_turn_of(const struct rff *s, const struct rdl_choice *c,
                             const struct rdl_event *e)
{
    uintptr_t latest = NOT_ASKED;
    bool take = false, avoid = false;

    if (!rff_touches(e))
        return ANY;
    for (unsigned k = 0; k < s->schedule.n; k++) {
        const struct rdl_rff_constraint *is = &s->schedule.is[k];
        const struct rdl_rff_pair *p = rdl_rff_pair_of(c->memory, is);
        int o = 0;

        if (is->negative)
            o = rff_forbids(c, e, p, s->met[k], &latest);
        else if (!s->met[k])
            o = rff_wants(c, e, p, &latest);
        take |= o > 0;
        avoid |= o < 0;
    }
    if (take == avoid)
        return ANY;
    return take ? TAKE : AVOID;
}

/* Partial order sampling: the one with the highest priority among those that go
 * first. */
static rdl_tid rff_sample(struct rff *s, const struct rdl_choice *c)
{
    const bool unseen = rdl_new_threads_unseen(&s->steps, c);
    enum turn first = AVOID;
    rdl_tid best = c->enabled[0];

    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];
        const enum turn turn =
            s->schedule.n == 0 ? ANY : rff_turn_of(s, c, &c->pending[t]);

        /* As in pos.c. */
        if (s->prio[t] == 0 || (unseen && c->pending[t].op == RDL_OP_START))
            s->prio[t] = 1 | rdl_rng_next(c->rng);
        if (turn > first || (turn == first && s->prio[t] > s->prio[best])) {
            first = turn;
            best = t;
        }
    }
    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];

        if (t == best || rdl_race(&c->pending[best], &c->pending[t]))
            s->prio[t] = 0;
    }
    return best;
}

/* Records the picked step, just before it is taken. */
static void rff_note(struct rff *s, struct rdl_rff_memory *m,
                     const struct rdl_event *e)
{
    if (!rff_touches(e))
        return;
    if (rff_reads(e)) {
        const uintptr_t latest = rdl_rff_latest(m, e);

        for (unsigned k = 0; k < s->schedule.n; k++) {
            const struct rdl_rff_constraint *is = &s->schedule.is[k];
            const struct rdl_rff_pair *p = rdl_rff_pair_of(m, is);

            if (p->read == e->pc)
                s->met[k] |= (p->write == latest) != is->negative;
        }
        s->shown ^= rdl_rff_read(m, e);
    }
    if (rff_writes(e))
        rdl_rff_write(m, e);
}

static rdl_tid rff_pick(void *state, const struct rdl_choice *c)
{
    rdl_tid t = rff_sample(state, c);

    rff_note(state, c->memory, &c->pending[t]);
    return t;
}

static void rff_end(void *state, const struct rdl_run *run,
                    const struct rdl_ended *ended)
{
    const struct rff *s = state;
    bool keep = ended->found || run->guide->fresh(run->guide) > 0;

    rdl_rff_end(run->memory, &s->schedule, s->shown, keep);
}

const struct rdl_strategy rdl_strategy_rff = {
    .name = "rff",
    .summary = "fuzzes which read sees which write",
    .metrics = "reads-from",
    .state_size = sizeof(struct rff),
    .memory_size = sizeof(struct rdl_rff_memory),
    .begin = rff_begin,
    .pick = rff_pick,
    .end = rff_end,
};
