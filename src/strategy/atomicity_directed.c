/* atomicity_directed.c - lets a thread come between two operations of another
 * one: AtomFuzzer (Park and Sen, FSE 2008).
 *
 * A thread that has made the first access of the aim is held back before the
 * second operation (an access, or the lock call before it) until another thread
 * has made the access of part 1 to the same memory.
 *
 * Unlike the paper:
 *   - there the two operations are in a block that the user marks, and the
 *     second one takes a lock again; here the campaign guesses from executions
 *     what belongs together (campaign/predict/candidates.h), and the second
 *     operation may be an access;
 *   - the other thread is held at its access too, while no thread stands before
 *     the second operation. */
#include "strategy/lib/directed.h"

static void atomicity_begin(void *state, const struct rdl_run *run)
{
    rdl_directed_begin(state, run, RDL_AIM_ATOMICITY);
}

/* What the thread accessed first, if it stands before its second operation. */
static const struct rdl_directed_note *
atomicity_between(const struct rdl_directed *d, const struct rdl_choice *c,
                  rdl_tid t)
{
    if (c->pending[t].pc != d->aim->parts[0].second)
        return NULL;
    for (size_t i = 0; i < RDL_DIRECTED_NOTES; i++) {
        if (d->notes[i].used && d->notes[i].tid == t)
            return &d->notes[i];
    }
    return NULL;
}

static bool atomicity_comes(const struct rdl_directed *d,
                            const struct rdl_event *e)
{
    return rdl_op_accesses((enum rdl_op)e->op) &&
           e->pc == d->aim->parts[1].first;
}

/* The thread between whose operations this one would come; RDL_NO_TID: none. */
static rdl_tid atomicity_victim(const struct rdl_directed *d,
                                const struct rdl_choice *c, rdl_tid t)
{
    const struct rdl_event *e = &c->pending[t];

    for (size_t i = 0; atomicity_comes(d, e) && i < c->n_enabled; i++) {
        const struct rdl_directed_note *n =
            c->enabled[i] != t ? atomicity_between(d, c, c->enabled[i]) : NULL;

        if (n != NULL && rdl_overlap(e->addr, e->size, n->addr, n->size))
            return c->enabled[i];
    }
    return RDL_NO_TID;
}

static bool atomicity_held(void *state, const struct rdl_choice *c, rdl_tid t)
{
    const struct rdl_directed *d = state;

    return atomicity_between(d, c, t) != NULL ||
           (!d->arrived && atomicity_comes(d, &c->pending[t]));
}

static rdl_tid atomicity_next(struct rdl_directed *d,
                              const struct rdl_choice *c)
{
    for (size_t i = 0; d->aim != NULL && i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];
        const rdl_tid victim = atomicity_victim(d, c, t);

        if (victim == RDL_NO_TID)
            continue;
        rdl_directed_arrived(d);
        for (size_t k = 0; k < RDL_DIRECTED_NOTES; k++) {
            if (d->notes[k].tid == victim)
                d->notes[k].used = false;
        }
        return t;
    }
    return rdl_directed_pick(c, d, atomicity_held);
}

static rdl_tid atomicity_pick(void *state, const struct rdl_choice *c)
{
    struct rdl_directed *d = state;
    const rdl_tid t = atomicity_next(d, c);
    const struct rdl_event *e = &c->pending[t];

    if (d->aim == NULL)
        return t;
    if (e->pc == d->aim->parts[0].second) {
        for (size_t i = 0; i < RDL_DIRECTED_NOTES; i++) {
            if (d->notes[i].tid == t)
                d->notes[i].used = false;
        }
    }
    if (rdl_op_accesses((enum rdl_op)e->op) && e->pc == d->aim->parts[0].first)
        rdl_directed_note(d, e);
    return t;
}

const struct rdl_strategy rdl_strategy_atomicity_directed = {
    .name = "atomicity-directed",
    .summary = "holds a thread between two operations for another",
    .state_size = sizeof(struct rdl_directed),
    .forced = true,
    .confirms = 1u << RDL_AIM_ATOMICITY,
    .begin = atomicity_begin,
    .pick = atomicity_pick,
};
