/* window_others.c - chooses what to report of all that others did in a window.
 */
#include "explain/orders/window.h"

/* The latest act before `two` of the thread of `one` that also conflicts with
 * the last act: the search moves that thread's turn.  `two` if there is none.
 */
static const struct rdl_history_act *
window_same(const struct search *c, const struct window *w,
            const struct rdl_history_act *one,
            const struct rdl_history_act *two)
{
    for (const struct rdl_history_act *a = two; a > one; a--) {
        if (a->e.tid == one->e.tid && !a->waits && rdl_window_holds(c, w, a) &&
            rdl_trace_conflict(&a->e, &w->last->e))
            return a;
    }
    return two;
}

/* The same for the first act, with the thread of `two`. */
static const struct rdl_history_act *
window_same_first(const struct search *c, const struct window *w,
                  const struct rdl_history_act *one,
                  const struct rdl_history_act *two)
{
    for (const struct rdl_history_act *a = one; a < two; a++) {
        if (a->e.tid == two->e.tid && !a->waits && rdl_window_holds(c, w, a) &&
            rdl_trace_conflict(&a->e, &w->first->e))
            return a;
    }
    return one;
}

/* The last act reads what `one` and then another thread wrote.  That explains
 * more than who has seen what its thread wrote before.  NULL if it is not so.
 */
static const struct rdl_history_act *
window_changed(const struct search *c, const struct window *w,
               const struct rdl_history_act *one,
               const struct rdl_history_act *two)
{
    const struct rdl_history_act *first =
        rdl_window_meets(c, w, w->last, /*last=*/false);

    return !rdl_trace_changes(&one->e) && !rdl_trace_changes(&w->last->e) &&
                   first->e.tid != two->e.tid
               ? first
               : NULL;
}

const struct rdl_history_act *rdl_window_took(const struct search *c,
                                              const struct window *w,
                                              const struct rdl_history_act *one)
{
    const struct rdl_history_act *first = w->first;

    if (rdl_trace_conflict(&first->e, &one->e) || first->n_locks == 0)
        return first;
    for (const struct rdl_history_act *a = first; a > c->acts.all; a--) {
        if (a->e.tid != first->e.tid)
            continue;
        if (!rdl_trace_accesses(&a->e) || a->n_locks != first->n_locks)
            return first;
        if (!rdl_trace_changes(&a->e) && c->shared[a - c->acts.all])
            return a;
    }
    return first;
}

bool rdl_window_others(const struct search *c, const struct window *w,
                       const struct rdl_history_act **one,
                       const struct rdl_history_act **two)
{
    const struct rdl_history_act *changed;

    *one = rdl_window_meets(c, w, w->first, /*last=*/false);
    *two = rdl_window_meets(c, w, w->last, /*last=*/true);
    changed =
        *one != NULL && *two != NULL ? window_changed(c, w, *one, *two) : NULL;
    if (*one == NULL)
        *one = *two;
    else if (changed != NULL)
        *one = changed;
    else if (*two != NULL && (*two)->e.tid != c->finding->tid)
        *two = window_same(c, w, *one, *two);
    else if (*two != NULL)
        *one = window_same_first(c, w, *one, *two);
    return w->first != NULL && w->last != NULL && *one != NULL;
}
