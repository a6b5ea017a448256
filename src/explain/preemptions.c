/* preemptions.c - how far a preemption can move.
 *
 * A preemption may come a little earlier or later, and the failure stays the
 * same.  The operations of its thread that it must stay between are those that
 * had to happen without interruption.  The search moves the preemption
 * outwards, one place at a time, until the program passes. */
#include "explain/window.h"

#define WINDOW 48 /* places tried for a preemption in each direction */

struct unit { /* consecutive acts of the preempted thread */
    size_t n;
    const struct rdl_history_act *from, *to;
};

/* Acts that may conflict; thread start and end cannot be moved. */
static bool preemptions_window_counts(const struct rdl_event *e)
{
    return e->op != RDL_OP_START && e->op != RDL_OP_CREATE &&
           e->op != RDL_OP_JOIN && e->op != RDL_OP_EXIT;
}

/* Does the program pass if the thread of the segment is preempted there
 * instead? */
static bool preemptions_window_passes(struct search *c, size_t segment,
                                      uint32_t until)
{
    struct rdl_shared *shared = c->k->worker->memory.shared;
    struct rdl_plan p;

    rdl_plan_copy(&p, &c->k->best);
    p.segments[segment].until = until;
    rdl_minimize_try(c->k, &p);
    rdl_plan_free(&p);
    return shared->outcome.state == RDL_EXITED;
}

/* The locks that others ask for in their turn. */
static void preemptions_window_ask(const struct search *c, struct window *w)
{
    for (size_t i = 0; i < c->acts.n && w->n_asked < RDL_WINDOW_LOCKS; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];
        const bool shared = (a->e.flags & RDL_EV_SHARED) != 0;
        size_t k = 0;

        if (a->e.op != RDL_OP_LOCK || !rdl_window_holds(c, w, a))
            continue;
        while (k < w->n_asked && w->asked[k].addr != a->e.addr)
            k++;
        if (k == w->n_asked)
            w->asked[w->n_asked++] =
                (struct rdl_history_lock){ .addr = a->e.addr, .shared = true };
        w->asked[k].shared = w->asked[k].shared && shared;
    }
}

/* Would others, in their turn, wait for a lock that the thread holds there?
 * They would give the turn back at once, so trying that place shows nothing. */
static bool preemptions_window_stops(const struct window *w,
                                     const struct rdl_history_act *at)
{
    for (size_t l = 0; l < at->n_locks; l++) {
        for (size_t k = 0; k < w->n_asked; k++) {
            if (at->locks[l].addr == w->asked[k].addr &&
                !(at->locks[l].shared && w->asked[k].shared))
                return true;
        }
    }
    return false;
}

/* The next act of the same thread, or NULL. */
static const struct rdl_history_act *
preemptions_window_next(const struct search *c, const struct rdl_history_act *a)
{
    for (const struct rdl_history_act *x = a + 1; x < c->acts.all + c->acts.n;
         x++) {
        if (x->e.tid == a->e.tid && x->own > a->own)
            return x;
    }
    return NULL;
}

/* From the preemption outwards, the first place where the program passes.
 * Returns what lies between that place and the previous one: one act, or
 * everything under a lock that others would wait for.  `stops`: avoid such
 * places. */
static struct unit preemptions_window_before(struct search *c,
                                             const struct window *w, bool stops)
{
    const struct rdl_script_segment *s = &c->k->best.segments[w->segment];
    struct unit unit = { .n = 0 };
    unsigned tried = 0;

    for (size_t i = c->acts.n; i > 0 && tried < WINDOW && rdl_explain_left(c);
         i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (a->e.tid != s->tid || !act_until(a, s->until) || a->own == 0)
            continue;
        if (unit.n++ == 0)
            unit.to = a;
        unit.from = a;
        if (!c->shared[i - 1] || !preemptions_window_counts(&a->e) ||
            a->own == s->until || (stops && preemptions_window_stops(w, a)))
            continue;
        tried++;
        if (preemptions_window_passes(c, w->segment, a->own))
            return unit;
        unit.n = 0;
    }
    return (struct unit){ .n = 0 };
}

static struct unit preemptions_window_behind(struct search *c,
                                             const struct window *w, bool stops)
{
    const struct rdl_script_segment *s = &c->k->best.segments[w->segment];
    struct unit unit = { .n = 0 };
    unsigned tried = 0;

    for (size_t i = 0; i < c->acts.n && tried < WINDOW && rdl_explain_left(c);
         i++) {
        const struct rdl_history_act *a = &c->acts.all[i], *next;

        if (a->e.tid != s->tid || act_until(a, s->until))
            continue;
        if (unit.n++ == 0)
            unit.from = a;
        unit.to = a;
        if (!c->shared[i] || !preemptions_window_counts(&a->e))
            continue;
        next = stops ? preemptions_window_next(c, a) : NULL;
        if (next != NULL && preemptions_window_stops(w, next))
            continue;
        tried++;
        if (preemptions_window_passes(c, w->segment, a->own + 1))
            return unit;
        unit.n = 0;
    }
    return (struct unit){ .n = 0 };
}

/* A lock explains less than what it guards. */
static bool preemptions_window_says(const struct rdl_history_act *a)
{
    return rdl_trace_accesses(&a->e) || a->e.op == RDL_OP_WAIT;
}

/* Do others access that memory in their turn, even if all of them read?  The
 * failing thread did not reach what it would have written. */
static bool preemptions_window_visited(const struct search *c,
                                       const struct window *w,
                                       const struct rdl_history_act *a)
{
    if (!rdl_trace_accesses(&a->e))
        return false;
    for (const struct rdl_history_act *x = c->acts.all;
         x < c->acts.all + c->acts.n; x++) {
        if (x->e.tid == c->finding->tid && rdl_window_holds(c, w, x) &&
            rdl_trace_accesses(&x->e) && rdl_trace_overlap(&x->e, &a->e))
            return true;
    }
    return false;
}

/* The access of the unit nearest to the preemption that others also touched;
 * NULL if there is none. */
static const struct rdl_history_act *
preemptions_window_seen(const struct search *c, const struct window *w,
                        const struct unit *unit, bool before)
{
    const struct rdl_history_act *a = before ? unit->to : unit->from;

    for (; a >= unit->from && a <= unit->to; a += before ? -1 : 1) {
        if (a->e.tid == unit->to->e.tid && preemptions_window_visited(c, w, a))
            return a;
    }
    return NULL;
}

/* The access nearest to the preemption, of the unit or else beyond it, that
 * conflicts with the others' turn; otherwise any act of the unit that does. */
static const struct rdl_history_act *
preemptions_window_edge(const struct search *c, const struct window *w,
                        const struct unit *unit, bool before)
{
    const struct rdl_history_act *other = NULL,
                                 *a = before ? unit->to : unit->from;
    const struct rdl_history_act *seen;

    if (unit->n == 0)
        return NULL;
    seen = preemptions_window_seen(c, w, unit, before);
    for (; a >= c->acts.all && a < c->acts.all + c->acts.n;
         a += before ? -1 : 1) {
        const bool inside = a >= unit->from && a <= unit->to;

        if (!inside && other == NULL && seen != NULL)
            return seen;
        if (!inside && other != NULL && other->e.op != RDL_OP_LOCK)
            break;
        if (a->e.tid != unit->to->e.tid ||
            rdl_window_meets(c, w, a, /*last=*/false) == NULL)
            continue;
        if (preemptions_window_says(a))
            return a;
        if (inside && (other == NULL || other->e.op == RDL_OP_LOCK))
            other = a;
    }
    return other != NULL ? other : before ? unit->from : unit->to;
}

/* Everything that the failing thread did after the preemption.  Preempted later
 * it fails as well, since it still reaches what others changed, piece by piece.
 */
static struct unit preemptions_window_rest(const struct search *c,
                                           const struct window *w)
{
    const struct rdl_script_segment *s = &c->k->best.segments[w->segment];
    struct unit unit = { .n = 0 };

    for (size_t i = 0; i < c->acts.n && s->tid == c->finding->tid; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.tid != s->tid || act_until(a, s->until) || !act_done(a))
            continue;
        if (unit.n++ == 0)
            unit.from = a;
        unit.to = a;
    }
    return unit;
}

/* The wait for a lock cannot be moved: takes the nearest acts on either side.
 */
static void preemptions_window_forced(const struct search *c, struct window *w)
{
    const struct rdl_script_segment *s = &c->k->best.segments[w->segment];
    struct unit before = { .n = 0 }, behind = { .n = 0 };

    for (size_t i = 0; i < c->acts.n && behind.n == 0; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.tid != s->tid)
            continue;
        if (act_until(a, s->until))
            before = (struct unit){ .n = 1, .from = a, .to = a };
        else
            behind = (struct unit){ .n = 1, .from = a, .to = a };
    }
    w->first = preemptions_window_edge(c, w, &before, /*before=*/true);
    w->last = preemptions_window_edge(c, w, &behind, /*before=*/false);
}

void rdl_window_find(struct search *c, struct window *w, struct told *told)
{
    struct unit unit;

    if (c->k->best.segments[w->segment].end != RDL_SCRIPT_SWITCH) {
        preemptions_window_forced(c, w);
        return;
    }
    preemptions_window_ask(c, w);
    unit = preemptions_window_before(c, w, /*stops=*/true);
    if (unit.n == 0)
        unit = preemptions_window_before(c, w, /*stops=*/false);
    if (unit.n > 0)
        rdl_explain_missed(c, told);
    w->first = preemptions_window_edge(c, w, &unit, /*before=*/true);
    unit = preemptions_window_behind(c, w, /*stops=*/true);
    if (unit.n == 0)
        unit = preemptions_window_behind(c, w, /*stops=*/false);
    if (unit.n > 0 && told->signal.e.pc == 0)
        rdl_explain_missed(c, told);
    if (unit.n == 0 && w->first != NULL)
        unit = preemptions_window_rest(c, w);
    w->last = preemptions_window_edge(c, w, &unit, /*before=*/false);
}
