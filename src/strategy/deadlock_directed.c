/* deadlock_directed.c - runs into a predicted deadlock: DeadlockFuzzer (Joshi,
 * Park, Sen and Naik, PLDI 2009, second phase).
 *
 * The aim is a cycle of lock orders.  A thread that holds a lock taken at the
 * first place of a part, and is about to take the one at its second place, is
 * held back until each part has its thread, and each of their locks is the one
 * that the previous thread asks for.  Then all go on, and none can.
 *
 * Unlike the paper:
 *   - a lock is known by the place where it was taken, not by where it was
 *     made; so one aim stands for the same cycle of other locks and threads;
 *   - a thread is held at the inner lock only; there is no yield before the
 *     first lock of a part;
 *   - whether the deadlock is real the detectors decide;
 *   - a mutex that a condition wait takes again is not followed. */
#include "strategy/lib/directed.h"

static void deadlock_begin(void *state, const struct rdl_run *run)
{
    rdl_directed_begin(state, run, RDL_AIM_DEADLOCK);
}

/* The lock that the thread took at the first place of that part; NULL: it holds
 * none. */
static const struct rdl_directed_note *
deadlock_lock(const struct rdl_directed *d, unsigned part, rdl_tid t,
              uintptr_t lock)
{
    for (size_t i = 0; i < RDL_DIRECTED_NOTES; i++) {
        const struct rdl_directed_note *n = &d->notes[i];

        if (n->used && n->pc == d->aim->parts[part].first &&
            (t == RDL_NO_TID || n->tid == t) && (lock == 0 || n->addr == lock))
            return n;
    }
    return NULL;
}

static bool deadlock_asks(const struct rdl_event *e, uintptr_t pc)
{
    return (e->op == RDL_OP_LOCK || e->op == RDL_OP_HOLD) && e->pc == pc;
}

/* Does the thread stand at that part? */
static bool deadlock_stands(const struct rdl_directed *d,
                            const struct rdl_choice *c, unsigned part,
                            rdl_tid t)
{
    const struct rdl_event *e = &c->pending[t];

    return deadlock_asks(e, d->aim->parts[part].second) &&
           deadlock_lock(d, part, t, 0) != NULL;
}

static bool deadlock_held(void *state, const struct rdl_choice *c, rdl_tid t)
{
    const struct rdl_directed *d = state;

    for (unsigned i = 0; !d->arrived && i < d->aim->n; i++) {
        if (deadlock_stands(d, c, i, t))
            return true;
    }
    return false;
}

/* Does the cycle close that begins with this thread in part 0?  Follows the
 * locks: each part asks for the one that the next part took. */
static bool deadlock_closes(const struct rdl_directed *d,
                            const struct rdl_choice *c, rdl_tid t)
{
    rdl_tid at = t;

    for (unsigned i = 0; i < d->aim->n; i++) {
        const struct rdl_directed_note *next;

        if (!deadlock_stands(d, c, i, at))
            return false;
        next = deadlock_lock(d, (i + 1) % d->aim->n, RDL_NO_TID,
                             c->pending[at].addr);
        if (next == NULL || next->tid == at)
            return false;
        at = next->tid;
    }
    return at == t;
}

static rdl_tid deadlock_pick(void *state, const struct rdl_choice *c)
{
    struct rdl_directed *d = state;
    rdl_tid t;

    for (size_t i = 0; d->aim != NULL && !d->arrived && i < c->n_enabled; i++) {
        if (deadlock_closes(d, c, c->enabled[i]))
            d->arrived = true;
    }
    t = rdl_directed_pick(c, state, deadlock_held);
    if (d->aim == NULL)
        return t;
    if (rdl_kind_of(&c->pending[t]) == RDL_KIND_UNLOCK)
        rdl_directed_forget(d, t, c->pending[t].addr);
    for (unsigned i = 0; i < d->aim->n; i++) {
        if (rdl_kind_of(&c->pending[t]) == RDL_KIND_LOCK &&
            c->pending[t].pc == d->aim->parts[i].first)
            rdl_directed_note(d, &c->pending[t]);
    }
    return t;
}

const struct rdl_strategy rdl_strategy_deadlock_directed = {
    .name = "deadlock-directed",
    .summary = "holds threads at locks to reach a predicted deadlock",
    .state_size = sizeof(struct rdl_directed),
    .forced = true,
    .confirms = 1u << RDL_AIM_DEADLOCK,
    .begin = deadlock_begin,
    .pick = deadlock_pick,
};
