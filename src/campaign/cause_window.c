/* cause_window.c - preemptions: from where to where.
 *
 * A preemption may come a little earlier or later and the failure is still the
 * same; the operations of its thread that it must stay between are those that
 * had to be done in one go.  What another did in between is then moved to
 * either side of both: does the failure vanish? */
#include "campaign/cause_internal.h"

#define WINDOW 48     /* places to which a preemption is moved, each way */
#define ASKED 16      /* locks that are kept */
#define LATER 6       /* acts behind which others are moved as well */
#define PREEMPTIONS 4 /* the latest that are looked at */

struct window {
    size_t segment; /* that the preemption ends */
    const struct rdl_act *first, *last;
    size_t n_asked;
    struct rdl_act_lock asked[ASKED];
};

struct unit { /* acts of the preempted thread, one behind the other */
    size_t n;
    const struct rdl_act *from, *to;
};

/* What threads do there can meet; to begin and end them cannot be moved. */
static bool cause_counts(const struct rdl_event *e)
{
    return e->op != RDL_OP_START && e->op != RDL_OP_CREATE &&
           e->op != RDL_OP_JOIN && e->op != RDL_OP_EXIT;
}

/* Does it pass if the thread of the segment is preempted there instead? */
static bool window_passes(struct cause *c, size_t segment, uint32_t until)
{
    struct rdl_shared *shared = c->k->worker->memory.shared;
    struct rdl_plan p;

    rdl_plan_copy(&p, &c->k->best);
    p.segments[segment].until = until;
    rdl_shrink_try(c->k, &p);
    rdl_plan_free(&p);
    return shared->outcome.state == RDL_EXITED;
}

/* Is it done while the preempted thread has to wait? */
static bool window_holds(const struct cause *c, const struct window *w,
                         const struct rdl_act *a)
{
    const struct rdl_plan *p = &c->k->best;
    const rdl_tid tid = p->segments[w->segment].tid;

    if (a->step == UINT64_MAX || a->segment <= w->segment || a->e.tid == tid)
        return false;
    for (size_t s = w->segment + 1; s < a->segment; s++) {
        if (p->segments[s].tid == tid)
            return false;
    }
    return true;
}

/* The locks for which others ask in their turn. */
static void window_ask(const struct cause *c, struct window *w)
{
    for (size_t i = 0; i < c->acts.n && w->n_asked < ASKED; i++) {
        const struct rdl_act *a = &c->acts.all[i];
        const bool shared = (a->e.flags & RDL_EV_SHARED) != 0;
        size_t k = 0;

        if (a->e.op != RDL_OP_LOCK || !window_holds(c, w, a))
            continue;
        while (k < w->n_asked && w->asked[k].addr != a->e.addr)
            k++;
        if (k == w->n_asked)
            w->asked[w->n_asked++] =
                (struct rdl_act_lock){ .addr = a->e.addr, .shared = true };
        w->asked[k].shared = w->asked[k].shared && shared;
    }
}

/* Would others, in their turn, wait for a lock that the thread holds there?
 * They would give the turn back at once: nothing is tried by that. */
static bool window_stops(const struct window *w, const struct rdl_act *at)
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

/* The next act of the same thread; NULL if it has none. */
static const struct rdl_act *window_next(const struct cause *c,
                                         const struct rdl_act *a)
{
    for (const struct rdl_act *x = a + 1; x < c->acts.all + c->acts.n; x++) {
        if (x->e.tid == a->e.tid && x->own > a->own)
            return x;
    }
    return NULL;
}

/* From the preemption outwards, the first place at which it passes: what lies
 * between that and the place before it, which is one act, or all that is done
 * with a lock for which others would wait.  `stops`: rather not there. */
static struct unit window_before(struct cause *c, const struct window *w,
                                 bool stops)
{
    const struct rdl_script_segment *s = &c->k->best.segments[w->segment];
    struct unit unit = { .n = 0 };
    unsigned tried = 0;

    for (size_t i = c->acts.n; i > 0 && tried < WINDOW && rdl_cause_left(c);
         i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (a->e.tid != s->tid || a->own >= s->until || a->own == 0)
            continue;
        if (unit.n++ == 0)
            unit.to = a;
        unit.from = a;
        if (!c->shared[i - 1] || !cause_counts(&a->e) ||
            (stops && window_stops(w, a)))
            continue;
        tried++;
        if (window_passes(c, w->segment, a->own))
            return unit;
        unit.n = 0;
    }
    return (struct unit){ .n = 0 };
}

static struct unit window_behind(struct cause *c, const struct window *w,
                                 bool stops)
{
    const struct rdl_script_segment *s = &c->k->best.segments[w->segment];
    struct unit unit = { .n = 0 };
    unsigned tried = 0;

    for (size_t i = 0; i < c->acts.n && tried < WINDOW && rdl_cause_left(c);
         i++) {
        const struct rdl_act *a = &c->acts.all[i], *next;

        if (a->e.tid != s->tid || a->own < s->until)
            continue;
        if (unit.n++ == 0)
            unit.from = a;
        unit.to = a;
        if (!c->shared[i] || !cause_counts(&a->e))
            continue;
        next = stops ? window_next(c, a) : NULL;
        if (next != NULL && window_stops(w, next))
            continue;
        tried++;
        if (window_passes(c, w->segment, a->own + 1))
            return unit;
        unit.n = 0;
    }
    return (struct unit){ .n = 0 };
}

/* The first or the last of others in the window that is in conflict with
 * `with`; NULL if none is. */
static const struct rdl_act *window_meets(const struct cause *c,
                                          const struct window *w,
                                          const struct rdl_act *with, bool last)
{
    const struct rdl_act *found = NULL;

    for (size_t i = 0; with != NULL && i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if ((last || found == NULL) && !a->waits && window_holds(c, w, a) &&
            rdl_acts_conflict(&a->e, &with->e))
            found = a;
    }
    return found;
}

/* A lock says less than what it guards. */
static bool window_says(const struct rdl_act *a)
{
    return rdl_acts_accesses(&a->e) || a->e.op == RDL_OP_WAIT;
}

/* Of the unit, or else beyond it, the access nearest to the preemption that
 * meets with the others' turn; else anything of the unit that does. */
static const struct rdl_act *window_edge(const struct cause *c,
                                         const struct window *w,
                                         const struct unit *unit, bool before)
{
    const struct rdl_act *other = NULL, *a = before ? unit->to : unit->from;

    if (unit->n == 0)
        return NULL;
    for (; a >= c->acts.all && a < c->acts.all + c->acts.n;
         a += before ? -1 : 1) {
        const bool inside = a >= unit->from && a <= unit->to;

        if (!inside && other != NULL && other->e.op != RDL_OP_LOCK)
            break;
        if (a->e.tid != unit->to->e.tid ||
            window_meets(c, w, a, /*last=*/false) == NULL)
            continue;
        if (window_says(a))
            return a;
        if (inside && (other == NULL || other->e.op == RDL_OP_LOCK))
            other = a;
    }
    return other != NULL ? other : before ? unit->from : unit->to;
}

static void window_find(struct cause *c, struct window *w)
{
    struct unit unit;

    window_ask(c, w);
    unit = window_before(c, w, /*stops=*/true);
    if (unit.n == 0)
        unit = window_before(c, w, /*stops=*/false);
    w->first = window_edge(c, w, &unit, /*before=*/true);
    unit = window_behind(c, w, /*stops=*/true);
    if (unit.n == 0)
        unit = window_behind(c, w, /*stops=*/false);
    w->last = window_edge(c, w, &unit, /*before=*/false);
}

/* The turn of the other thread, as far as it meets with the window, moved as a
 * whole to either side: its read must not stay where its write leaves.  False
 * if it does not pass there. */
static bool window_flip(struct cause *c, const struct window *w, rdl_tid other,
                        bool before)
{
    const struct rdl_act *from = NULL, *to = NULL;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if (a->e.tid != other || !window_holds(c, w, a) ||
            !(rdl_acts_conflict(&a->e, &w->first->e) ||
              rdl_acts_conflict(&a->e, &w->last->e)))
            continue;
        from = from == NULL ? a : from;
        to = a;
    }
    if (from == NULL || !rdl_cause_left(c))
        return false;
    return before ? rdl_cause_flip(c, w->first, to)
                  : rdl_cause_flip(c, from, w->last);
}

/* The same, behind; if it does not pass there, it may behind a later act on the
 * same memory: a preemption is placed by counting steps, and the thread may
 * come there with another number of them when it loses the turn later. */
static bool window_flip_behind(struct cause *c, struct window *w, rdl_tid other)
{
    const struct rdl_act *near = w->last, *end = c->acts.all + c->acts.n;
    unsigned tried = 0;

    if (window_flip(c, w, other, /*before=*/false))
        return true;
    for (const struct rdl_act *a = near + 1; a < end && tried < LATER; a++) {
        if (a->e.tid != near->e.tid || !rdl_acts_accesses(&a->e) ||
            !rdl_acts_overlap(&a->e, &near->e))
            continue;
        tried++;
        w->last = a;
        if (window_flip(c, w, other, /*before=*/false))
            return true;
    }
    w->last = near;
    return false;
}

/* Is it read, and later written without another look at it? */
static bool window_updates(const struct window *w)
{
    if (rdl_acts_writes(&w->first->e) || !rdl_acts_accesses(&w->last->e) ||
        !rdl_acts_writes(&w->last->e) || w->last->e.op == RDL_OP_RMW ||
        !rdl_acts_overlap(&w->first->e, &w->last->e))
        return false;
    for (const struct rdl_act *a = w->first + 1; a < w->last; a++) {
        if (a->e.tid == w->first->e.tid && rdl_acts_accesses(&a->e) &&
            rdl_acts_overlap(&a->e, &w->last->e))
            return false;
    }
    return true;
}

/* What it takes for a call that says nothing itself: what was accessed before,
 * for it may have hung on that. */
static void window_hangs_on(const struct cause *c, const struct rdl_act *call,
                            struct rdl_event *out)
{
    for (const struct rdl_act *a = call; a > c->acts.all;) {
        a--;
        if (a->e.tid != call->e.tid || a->e.op == RDL_OP_LOCK ||
            a->e.op == RDL_OP_UNLOCK)
            continue;
        if (rdl_acts_accesses(&a->e) && c->shared[a - c->acts.all])
            *out = a->e;
        return;
    }
}

/* What of others meets with its first act, and what with its last. */
static bool window_others(const struct cause *c, const struct window *w,
                          const struct rdl_act **one,
                          const struct rdl_act **two)
{
    *one = window_meets(c, w, w->first, /*last=*/false);
    *two = window_meets(c, w, w->last, /*last=*/true);
    if (*one == NULL)
        *one = *two;
    return w->first != NULL && w->last != NULL && *one != NULL;
}

static bool cause_find_window(struct cause *c, size_t segment,
                              struct rdl_cause_part *out,
                              struct cause_told *told)
{
    struct window w = { .segment = segment };
    const struct rdl_act *one, *two;
    bool before, after;
    rdl_tid other;

    window_find(c, &w);
    if (!window_others(c, &w, &one, &two))
        return false;
    other = one->e.tid;
    before = window_flip(c, &w, other, /*before=*/true);
    after = window_flip_behind(c, &w, other);
    if (!window_others(c, &w, &one, &two))
        return false;
    *out = (struct rdl_cause_part){
        .pattern = window_updates(&w) && rdl_acts_writes(&one->e)
                       ? RDL_CAUSE_LOST_UPDATE
                       : RDL_CAUSE_ATOMICITY,
        .first = w.first->e,
        .between = one->e,
        .last = w.last->e,
        .turn = other,
        .passes_before = before,
        .passes_after = after,
    };
    if (two != NULL && two->e.pc != one->e.pc &&
        (out->pattern == RDL_CAUSE_ATOMICITY || rdl_acts_writes(&two->e))) {
        out->between = one < two ? one->e : two->e;
        out->also = one < two ? two->e : one->e;
    }
    if (!rdl_acts_accesses(&w.first->e))
        window_hangs_on(c, w.first, &out->before);
    *told = (struct cause_told){
        .first = w.first,
        .between = one,
        .last = w.last,
    };
    return true;
}

static bool cause_same(const struct rdl_cause_part *a,
                       const struct rdl_cause_part *b)
{
    return a->first.pc == b->first.pc && a->last.pc == b->last.pc;
}

/* Is it about the same threads, or the same memory? */
static bool cause_related(const struct rdl_cause_part *a,
                          const struct rdl_cause_part *b)
{
    const struct rdl_event *one[] = { &a->first, &a->between, &a->last };
    const struct rdl_event *two[] = { &b->first, &b->between, &b->last };

    if ((a->first.tid == b->first.tid && a->turn == b->turn) ||
        (a->first.tid == b->turn && a->turn == b->first.tid))
        return true;
    for (size_t i = 0; i < 9; i++) {
        if (rdl_acts_overlap(one[i / 3], two[i % 3]))
            return true;
    }
    return false;
}

/* Does it say what was accessed, not only what guards it? */
static bool cause_speaks(const struct rdl_cause_part *p)
{
    return rdl_acts_accesses(&p->first) && rdl_acts_accesses(&p->between) &&
           (rdl_acts_accesses(&p->last) || p->last.op == RDL_OP_WAIT);
}

void rdl_cause_windows(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_plan *p = &c->k->best;
    struct rdl_cause_part poor = { .pattern = RDL_CAUSE_NONE };
    struct cause_told told, of_poor = { NULL, NULL, NULL };
    unsigned tried = 0;

    for (size_t i = p->n_segments;
         i > 0 && out->n < RDL_CAUSE_PARTS && tried < PREEMPTIONS; i--) {
        struct rdl_cause_part *part = &out->parts[out->n];

        if (p->segments[i - 1].end != RDL_SCRIPT_SWITCH || !rdl_cause_left(c))
            continue;
        tried++;
        if (!cause_find_window(c, i - 1, part, &told))
            continue;
        if (!cause_speaks(part)) {
            poor = *part;
            of_poor = told;
        } else if (out->n == 0) {
            c->told = told;
            out->n++;
        } else if (!cause_same(&out->parts[0], part) &&
                   cause_related(&out->parts[0], part)) {
            out->n++;
        }
    }
    if (out->n == 0 && poor.pattern != RDL_CAUSE_NONE) {
        out->parts[out->n++] = poor;
        c->told = of_poor;
    }
}
