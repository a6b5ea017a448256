/* window.c - what ran between two operations of a thread.
 *
 * window_edges.c has found the two operations.  Here the search moves what
 * another thread did between them before both or after both, and sees whether
 * the program passes. */
#include "explain/orders/window.h"

#define LATER 6 /* acts after which the others' turn is tried as well */

/* A turn that ended at a lock does not count: its thread had to wait again. */
static size_t window_end(const struct search *c, size_t segment)
{
    const rdl_tid tid = c->k->best.segments[segment].tid;
    size_t end = SIZE_MAX;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.tid != tid || a->segment <= segment || a->step == UINT64_MAX)
            continue;
        if (end != SIZE_MAX && a->segment > end)
            break;
        end = a->waits && a->e.op == RDL_OP_LOCK ? SIZE_MAX : a->segment;
    }
    return end;
}

bool rdl_window_holds(const struct search *c, const struct window *w,
                      const struct rdl_history_act *a)
{
    return a->step != UINT64_MAX && a->segment > w->segment &&
           a->segment < w->end && (w->last == NULL || a < w->last) &&
           a->e.tid != c->k->best.segments[w->segment].tid;
}

const struct rdl_history_act *
rdl_window_meets(const struct search *c, const struct window *w,
                 const struct rdl_history_act *with, bool last)
{
    const struct rdl_history_act *found = NULL;
    bool before; /* `with` comes before the preemption */

    if (with == NULL)
        return NULL;
    before = act_until(with, c->k->best.segments[w->segment].until);
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (!before && a > with)
            break;
        if ((last || found == NULL) && !a->waits && rdl_window_holds(c, w, a) &&
            rdl_trace_conflict(&a->e, &with->e))
            found = a;
    }
    return found;
}

/* Does its thread reach that place earlier in the same window? */
static bool window_repeats(const struct search *c, const struct window *w,
                           const struct rdl_history_act *act)
{
    for (const struct rdl_history_act *a = act; a > w->first;) {
        a--;
        if (a->e.tid == act->e.tid && a->at == act->at &&
            rdl_window_holds(c, w, a))
            return true;
    }
    return false;
}

/* Moves the other thread's turn, as far as it conflicts with the window, as a
 * whole to either side: its read must move with its write.  False if the
 * program does not pass then. */
static bool window_flip(struct search *c, const struct window *w, rdl_tid other,
                        bool before)
{
    const struct rdl_history_act *from = NULL, *to = NULL;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.tid != other || !rdl_window_holds(c, w, a) ||
            !(rdl_trace_conflict(&a->e, &w->first->e) ||
              rdl_trace_conflict(&a->e, &w->last->e)))
            continue;
        from = from == NULL ? a : from;
        to = a;
    }
    if (from == NULL || !rdl_explain_left(c))
        return false;
    if (!before)
        return rdl_explain_flip(c, from, w->last);
    /* If the other thread failed in its turn, it did not reach the end of it.
     * If it reaches the same place several times, its turn would end at the
     * first. */
    return rdl_explain_flip(c, w->first, to) ||
           (((other == c->finding->tid && w->end == SIZE_MAX) ||
             window_repeats(c, w, to)) &&
            rdl_explain_left(c) &&
            rdl_explain_flip_at(c, w->first, to, w->first->hold, 0));
}

/* The same, after the window.  If the program does not pass there, it may pass
 * after a later act on the same memory: a preemption is placed by counting
 * steps, and the thread may need another number of them when it loses the turn
 * later. */
static bool window_flip_behind(struct search *c, struct window *w,
                               rdl_tid other)
{
    const struct rdl_history_act *near = w->last,
                                 *end = c->acts.all + c->acts.n;
    unsigned tried = 0;

    if (window_flip(c, w, other, /*before=*/false))
        return true;
    for (const struct rdl_history_act *a = near + 1; a < end && tried < LATER;
         a++) {
        if (a->e.tid != near->e.tid || !rdl_trace_accesses(&a->e) ||
            !rdl_trace_overlap(&a->e, &near->e))
            continue;
        tried++;
        w->last = a;
        if (window_flip(c, w, other, /*before=*/false))
            return true;
    }
    w->last = near;
    return false;
}

/* Does the thread read it and later write it without reading it again? */
static bool window_updates(const struct window *w)
{
    if (rdl_trace_changes(&w->first->e) || !rdl_trace_accesses(&w->last->e) ||
        !rdl_trace_changes(&w->last->e) || w->last->e.op == RDL_OP_RMW ||
        !rdl_trace_overlap(&w->first->e, &w->last->e))
        return false;
    for (const struct rdl_history_act *a = w->first + 1; a < w->last; a++) {
        if (a->e.tid == w->first->e.tid && rdl_trace_accesses(&a->e) &&
            rdl_trace_overlap(&a->e, &w->last->e))
            return false;
    }
    return true;
}

/* Two threads that write with the same instruction may have read with different
 * ones.  Returns what the other read in its turn before it wrote; NULL if that
 * adds nothing. */
static const struct rdl_history_act *
window_read(const struct search *c, const struct window *w,
            const struct rdl_history_act *write)
{
    const struct rdl_history_act *a = write;

    if (write->e.pc != w->last->e.pc || write->e.op == RDL_OP_RMW)
        return NULL;
    while (a > w->first) {
        a--;
        if (a->e.tid != write->e.tid || !rdl_trace_overlap(&a->e, &write->e))
            continue;
        return rdl_trace_accesses(&a->e) && !rdl_trace_changes(&a->e) &&
                       a->e.pc != w->first->e.pc && rdl_window_holds(c, w, a)
                   ? a
                   : NULL;
    }
    return NULL;
}

/* For a call that carries no data: the access before it, since the call may
 * depend on that. */
static void window_hangs_on(const struct search *c,
                            const struct rdl_history_act *call,
                            struct rdl_history_act *out)
{
    for (const struct rdl_history_act *a = call; a > c->acts.all;) {
        a--;
        if (a->e.tid != call->e.tid || a->e.op == RDL_OP_LOCK ||
            a->e.op == RDL_OP_UNLOCK)
            continue;
        if (rdl_trace_accesses(&a->e) && c->shared[a - c->acts.all])
            *out = *a;
        return;
    }
}

static bool window_has(const struct rdl_history_act *a, uintptr_t lock)
{
    for (size_t i = 0; i < a->n_locks; i++) {
        if (a->locks[i].addr == lock)
            return true;
    }
    return false;
}

static bool window_reads(const struct rdl_event *e)
{
    return act_reads(e) || e->op == RDL_OP_RMW;
}

/* The act of the thread after that one: in between it may have tested what it
 * had read. */
static void window_tests(const struct window *w,
                         const struct rdl_history_act *act, struct clue *out)
{
    for (const struct rdl_history_act *a = act + 1; a <= w->last; a++) {
        if (a->e.tid != act->e.tid)
            continue;
        out->tested[0] = *act;
        out->tested[1] = *a;
        return;
    }
}

/* Where the thread gave up a lock that would have kept the other out. */
static void window_unlock(const struct window *w,
                          const struct rdl_history_act *other, struct clue *out)
{
    for (const struct rdl_history_act *a = w->first; a < w->last; a++) {
        if (a->e.tid == w->first->e.tid && a->e.op == RDL_OP_UNLOCK &&
            window_has(w->first, a->e.addr) && window_has(other, a->e.addr)) {
            out->unlock = *a;
            if (window_reads(&w->first->e))
                window_tests(w, a, out);
            return;
        }
    }
}

bool rdl_explain_window(struct search *c, size_t segment, struct clue *out,
                        struct named_acts *named)
{
    struct window w = { .segment = segment, .end = window_end(c, segment) };
    const struct rdl_history_act *one, *two, *moved;
    bool before, after;
    rdl_tid other;

    *named = (struct named_acts){ .first = NULL };
    rdl_window_find(c, &w, named);
    if (!rdl_window_others(c, &w, &one, &two))
        return false;
    other = one->e.tid;
    before = window_flip(c, &w, other, /*before=*/true);
    if (before)
        rdl_explain_missed(c, named);
    after = window_flip_behind(c, &w, other);
    if (after)
        rdl_explain_missed(c, named);
    moved = one;
    if (!rdl_window_others(c, &w, &one, &two))
        return false;
    if (one->e.tid != other)
        one = moved; /* the clue reports its turn elsewhere */
    w.first = rdl_window_took(c, &w, one);
    *out = (struct clue){
        .kind = window_updates(&w) && rdl_trace_changes(&one->e)
                    ? RDL_FACT_LOST_UPDATE
                    : RDL_FACT_WINDOW,
        .first = *w.first,
        .between = *one,
        .last = *w.last,
        .turn = other,
        .passes_before = before,
        .passes_after = after,
    };
    if (two != NULL && two->e.pc != one->e.pc &&
        (out->kind == RDL_FACT_WINDOW || rdl_trace_changes(&two->e))) {
        out->between = one < two ? *one : *two;
        out->also = one < two ? *two : *one;
    }
    moved = out->kind == RDL_FACT_LOST_UPDATE && out->also.e.pc == 0
                ? window_read(c, &w, one)
                : NULL;
    if (moved != NULL) {
        out->between = *moved;
        out->also = *one;
    }
    if (!rdl_trace_accesses(&w.first->e))
        window_hangs_on(c, w.first, &out->before);
    window_unlock(&w, one, out);
    named->first = w.first;
    named->between = one;
    named->last = w.last;
    return true;
}
