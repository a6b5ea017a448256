/* majority.c - see majority.h.
 *
 * Eraser (Savage et al., 1997) turned round: the lock that most places hold is
 * taken for the rule, and the place that breaks it is reported.  The rule is
 * one for an address, not for a variable or a place: elements of an array have
 * locks of their own.  What a thread does alone counts for nothing: main before
 * it makes threads and after it has joined them, and the first thread that uses
 * a block without a lock, until a second one does. */
#include "explain/locks/majority.h"

#include <string.h>

#define PLACES 256

struct place { /* of one thread */
    uintptr_t pc;
    size_t n_locks; /* held at each access there */
    uintptr_t locks[RDL_HISTORY_LOCKS];
    const struct rdl_history_act *act; /* one of the accesses */
};

struct places {
    size_t n;
    struct place all[PLACES];
};

/* Only its accesses that hold all these locks count for the place. */
static void majority_meet(struct place *p, const struct rdl_history_act *a)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_locks; i++) {
        if (rdl_locks_has(a, p->locks[i]))
            p->locks[n++] = p->locks[i];
    }
    p->n_locks = n;
}

/* False if there are too many places. */
static bool majority_add(struct places *all, const struct rdl_history_act *a)
{
    struct place *p = all->all;

    while (p < all->all + all->n &&
           (p->pc != a->e.pc || p->act->e.tid != a->e.tid))
        p++;
    if (p < all->all + all->n) {
        majority_meet(p, a);
        return true;
    }
    if (all->n == PLACES)
        return false;
    all->n++;
    *p = (struct place){ .pc = a->e.pc, .n_locks = a->n_locks, .act = a };
    for (size_t i = 0; i < a->n_locks; i++)
        p->locks[i] = a->locks[i].addr;
    return true;
}

/* The places that access the memory of `bare`, while others could. */
static bool majority_places(const struct search *c,
                            const struct rdl_history_act *bare,
                            struct places *all)
{
    size_t created = 0, joined = 0;
    rdl_tid first = RDL_NO_TID;
    bool shared = false;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        created += a->e.op == RDL_OP_CREATE && act_done(a);
        joined += a->e.op == RDL_OP_JOIN && act_done(a);
        if (a->waits || !rdl_trace_accesses(&a->e) ||
            !rdl_trace_overlap(&a->e, &bare->e))
            continue;
        if (a->e.op == RDL_OP_FREE && a < bare) {
            all->n = 0; /* another object */
            first = RDL_NO_TID;
            shared = false;
            continue;
        }
        if (created == joined && act_done(a))
            continue; /* main is alone */
        first = first == RDL_NO_TID ? a->e.tid : first;
        shared = shared || a->e.tid != first;
        if (!shared && a->n_locks == 0 &&
            !rdl_explain_same_function(c, a->e.pc, bare->e.pc))
            continue;
        /* Not all of its locks may be recorded. */
        if (a->n_locks == RDL_HISTORY_LOCKS || !majority_add(all, a))
            return false;
    }
    return true;
}

/* Does an access on the line of `bare` hold it?  Then the line is not wrong,
 * but what chooses its lock. */
static bool majority_at_times(const struct search *c,
                              const struct rdl_history_act *bare,
                              uintptr_t lock)
{
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (rdl_trace_accesses(&a->e) && rdl_locks_has(a, lock) &&
            rdl_trace_overlap(&a->e, &bare->e) &&
            rdl_explain_same_line(c, a->e.pc, bare->e.pc))
            return true;
    }
    return false;
}

static bool majority_holds(const struct place *p, uintptr_t lock)
{
    for (size_t i = 0; i < p->n_locks; i++) {
        if (p->locks[i] == lock)
            return true;
    }
    return false;
}

/* The lock of most places; *with: how many they are. */
static uintptr_t majority_lock(const struct places *all, size_t *with)
{
    uintptr_t best = 0;

    *with = 0;
    for (size_t i = 0; i < all->n; i++) {
        for (size_t k = 0; k < all->all[i].n_locks; k++) {
            const uintptr_t lock = all->all[i].locks[k];
            size_t n = 0;

            for (size_t p = 0; p < all->n; p++)
                n += majority_holds(&all->all[p], lock);
            if (n > *with) {
                *with = n;
                best = lock;
            }
        }
    }
    return best;
}

/* An access of another thread with that lock: where it was asked for. */
static const struct rdl_history_act *
majority_asked(const struct search *c, const struct places *all,
               const struct rdl_history_act *bare, uintptr_t lock)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct rdl_history_act *a = all->all[i].act;

        for (size_t k = 0; k < a->n_locks; k++) {
            if (a->e.tid != bare->e.tid && a->locks[k].addr == lock &&
                majority_holds(&all->all[i], lock))
                return rdl_locks_step(c, a, &a->locks[k]);
        }
    }
    return NULL;
}

bool rdl_majority_find(const struct search *c,
                       const struct rdl_history_act *bare,
                       struct rdl_majority *out)
{
    struct places all = { .n = 0 };
    uintptr_t lock;
    size_t with;

    *out = (struct rdl_majority){ .lock = NULL };
    if (!majority_places(c, bare, &all))
        return false;
    lock = majority_lock(&all, &with);
    /* Who has no lock at all is wrong also as one of two. */
    if (lock == 0 || with + (bare->n_locks == 0) <= all.n - with ||
        majority_at_times(c, bare, lock))
        return false;
    for (size_t i = 0; i < all.n; i++) {
        const struct place *p = &all.all[i];

        if (majority_holds(p, lock))
            continue;
        if (!rdl_explain_same_function(c, p->pc, bare->e.pc))
            return false;
        out->lines = out->lines || !rdl_explain_same_line(c, p->pc, bare->e.pc);
    }
    out->lock = majority_asked(c, &all, bare, lock);
    if (bare->n_locks > 0)
        out->instead = rdl_locks_step(c, bare, &bare->locks[bare->n_locks - 1]);
    return out->lock != NULL && (out->instead != NULL) == (bare->n_locks > 0);
}
