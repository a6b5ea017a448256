/* window_edges.c - the first and the last operation of a window, read off the
 * limits of its preemption (limits.c): the ones nearest to it that conflict
 * with what others did meanwhile. */
#include "explain/orders/limits.h"
#include "explain/orders/window.h"

/* A lock explains less than what it guards. */
static bool edges_says(const struct rdl_history_act *a)
{
    return rdl_trace_accesses(&a->e) || a->e.op == RDL_OP_WAIT;
}

/* Do others access that memory in their turn, even if all of them read?  The
 * failing thread did not reach what it would have written. */
static bool edges_visited(const struct search *c, const struct window *w,
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
static const struct rdl_history_act *edges_seen(const struct search *c,
                                                const struct window *w,
                                                const struct rdl_limit *unit,
                                                bool before)
{
    const struct rdl_history_act *a = before ? unit->to : unit->from;

    for (; a >= unit->from && a <= unit->to; a += before ? -1 : 1) {
        if (a->e.tid == unit->to->e.tid && edges_visited(c, w, a))
            return a;
    }
    return NULL;
}

/* The access nearest to the preemption, of the unit or else beyond it, that
 * conflicts with the others' turn; otherwise any act of the unit that does. */
static const struct rdl_history_act *edges_edge(const struct search *c,
                                                const struct window *w,
                                                const struct rdl_limit *unit,
                                                bool before)
{
    const struct rdl_history_act *other = NULL,
                                 *a = before ? unit->to : unit->from;
    const struct rdl_history_act *seen;

    if (unit->from == NULL)
        return NULL;
    seen = edges_seen(c, w, unit, before);
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
        if (edges_says(a))
            return a;
        if (inside && (other == NULL || other->e.op == RDL_OP_LOCK))
            other = a;
    }
    return other != NULL ? other : before ? unit->from : unit->to;
}

/* Everything that the failing thread did after the preemption.  Preempted later
 * it fails as well, since it still reaches what others changed, piece by piece.
 */
static struct rdl_limit edges_rest(const struct search *c,
                                   const struct window *w)
{
    const struct rdl_script_segment *s = &c->k->best.segments[w->segment];
    struct rdl_limit unit = { .from = NULL };

    for (size_t i = 0; i < c->acts.n && s->tid == c->finding->tid; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.tid != s->tid || act_until(a, s->until) || !act_done(a))
            continue;
        unit.from = unit.from == NULL ? a : unit.from;
        unit.to = a;
    }
    return unit;
}

/* The wait for a lock cannot be moved: takes the nearest acts on either side.
 */
static void edges_forced(const struct search *c, struct window *w)
{
    const struct rdl_script_segment *s = &c->k->best.segments[w->segment];
    struct rdl_limit before = { .from = NULL }, behind = { .from = NULL };

    for (size_t i = 0; i < c->acts.n && behind.from == NULL; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.tid != s->tid)
            continue;
        if (act_until(a, s->until))
            before = (struct rdl_limit){ .from = a, .to = a };
        else
            behind = (struct rdl_limit){ .from = a, .to = a };
    }
    w->first = edges_edge(c, w, &before, /*before=*/true);
    w->last = edges_edge(c, w, &behind, /*before=*/false);
}

void rdl_window_find(struct search *c, struct window *w,
                     struct named_acts *named)
{
    struct rdl_limits limits;

    if (c->k->best.segments[w->segment].end != RDL_SCRIPT_SWITCH) {
        edges_forced(c, w);
        return;
    }
    limits = rdl_limits_find(c, w, named);
    w->first = edges_edge(c, w, &limits.before, /*before=*/true);
    if (limits.behind.from == NULL && w->first != NULL)
        limits.behind = edges_rest(c, w);
    w->last = edges_edge(c, w, &limits.behind, /*before=*/false);
}
