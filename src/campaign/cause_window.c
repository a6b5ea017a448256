/* cause_window.c - preemptions: from where to where.
 *
 * A preemption may come a little earlier or later and the failure is still the
 * same; the operations of its thread that it must stay between are those that
 * had to be done in one go.  What another did in between is then moved to
 * either side of both: does the failure vanish? */
#include "campaign/cause_internal.h"

#include "campaign/interrupt.h"

#define WINDOW 48     /* places to which a preemption is moved, each way */
#define PREEMPTIONS 4 /* the latest that are looked at */

struct window {
    size_t segment; /* that the preemption ends */
    const struct rdl_act *first, *last;
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

static const struct rdl_act *window_first(struct cause *c, size_t segment)
{
    const struct rdl_script_segment *s = &c->k->best.segments[segment];
    unsigned tried = 0;

    for (size_t i = c->acts.n; i > 0 && tried < WINDOW; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (a->e.tid != s->tid || a->own >= s->until || a->own == 0 ||
            !c->shared[i - 1] || !cause_counts(&a->e))
            continue;
        tried++;
        if (window_passes(c, segment, a->own))
            return a;
    }
    return NULL;
}

static const struct rdl_act *window_last(struct cause *c, size_t segment)
{
    const struct rdl_script_segment *s = &c->k->best.segments[segment];
    unsigned tried = 0;

    for (size_t i = 0; i < c->acts.n && tried < WINDOW; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if (a->e.tid != s->tid || a->own < s->until || !c->shared[i] ||
            !cause_counts(&a->e))
            continue;
        tried++;
        if (window_passes(c, segment, a->own + 1))
            return a;
    }
    return NULL;
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

/* The first or the last of others in the window that is in conflict with
 * `with`; NULL if none is. */
static const struct rdl_act *window_meets(const struct cause *c,
                                          const struct window *w,
                                          const struct rdl_act *with, bool last)
{
    const struct rdl_act *found = NULL;

    for (size_t i = 0; with != NULL && i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if ((last || found == NULL) && window_holds(c, w, a) &&
            rdl_acts_conflict(&a->e, &with->e))
            found = a;
    }
    return found;
}

/* A lock says less than what it guards: the nearest access behind which, or
 * before which, others were. */
static const struct rdl_act *window_guarded(const struct cause *c,
                                            const struct window *w,
                                            const struct rdl_act *edge,
                                            bool before)
{
    const size_t at = edge != NULL ? (size_t)(edge - c->acts.all) : 0;

    for (size_t n = 0; edge != NULL && n < c->acts.n; n++) {
        const size_t i = before ? at - n : at + n;
        const struct rdl_act *a;

        if (i >= c->acts.n) /* beyond either end */
            break;
        a = &c->acts.all[i];
        if (a->e.tid == edge->e.tid &&
            (cause_accesses(&a->e) || a->e.op == RDL_OP_WAIT) &&
            window_meets(c, w, a, /*last=*/false) != NULL)
            return a;
    }
    return edge;
}

static bool cause_meets(const struct rdl_event *a, const struct rdl_event *b)
{
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

/* The turn of the other thread, as far as it meets with the window, moved as a
 * whole to either side: its read must not stay where its write leaves. */
static void window_flip(struct cause *c, const struct window *w,
                        struct rdl_cause_part *out)
{
    const struct rdl_act *from = NULL, *to = NULL;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if (a->e.tid != out->between.tid || !window_holds(c, w, a) ||
            !(rdl_acts_conflict(&a->e, &w->first->e) ||
              rdl_acts_conflict(&a->e, &w->last->e)))
            continue;
        from = from == NULL ? a : from;
        to = a;
    }
    if (from == NULL || rdl_interrupted())
        return;
    out->passes_before = rdl_cause_flip(c, w->first, to);
    out->passes_after = rdl_cause_flip(c, from, w->last);
}

static bool cause_find_window(struct cause *c, size_t segment,
                              struct rdl_cause_part *out)
{
    struct window w = { .segment = segment };
    const struct rdl_act *one, *two;

    w.first = window_guarded(c, &w, window_first(c, segment), /*before=*/true);
    w.last = window_guarded(c, &w, window_last(c, segment), /*before=*/false);
    one = window_meets(c, &w, w.first, /*last=*/false);
    two = window_meets(c, &w, w.last, /*last=*/true);
    if (one == NULL)
        one = two;
    if (w.first == NULL || w.last == NULL || one == NULL)
        return false;
    *out = (struct rdl_cause_part){
        .pattern = !rdl_acts_writes(&w.first->e) &&
                           rdl_acts_writes(&w.last->e) &&
                           rdl_acts_writes(&one->e) &&
                           cause_meets(&w.first->e, &w.last->e)
                       ? RDL_CAUSE_LOST_UPDATE
                       : RDL_CAUSE_ATOMICITY,
        .first = w.first->e,
        .between = one->e,
        .last = w.last->e,
    };
    if (two != NULL && two->e.pc != one->e.pc && two->e.tid == one->e.tid)
        out->also = two->e;
    window_flip(c, &w, out);
    return true;
}

static bool cause_same(const struct rdl_cause_part *a,
                       const struct rdl_cause_part *b)
{
    return a->first.pc == b->first.pc && a->last.pc == b->last.pc;
}

/* Does it say what was accessed, not only what guards it? */
static bool cause_speaks(const struct rdl_cause_part *p)
{
    return cause_accesses(&p->first) && cause_accesses(&p->between) &&
           (cause_accesses(&p->last) || p->last.op == RDL_OP_WAIT);
}

void rdl_cause_windows(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_plan *p = &c->k->best;
    struct rdl_cause_part poor = { .pattern = RDL_CAUSE_NONE };
    unsigned tried = 0;

    for (size_t i = p->n_segments;
         i > 0 && out->n < RDL_CAUSE_PARTS && tried < PREEMPTIONS; i--) {
        struct rdl_cause_part *part = &out->parts[out->n];

        if (p->segments[i - 1].end != RDL_SCRIPT_SWITCH || rdl_interrupted())
            continue;
        tried++;
        if (!cause_find_window(c, i - 1, part))
            continue;
        if (!cause_speaks(part))
            poor = *part;
        else if (out->n == 0 || !cause_same(&out->parts[0], part))
            out->n++;
    }
    if (out->n == 0 && poor.pattern != RDL_CAUSE_NONE)
        out->parts[out->n++] = poor;
}
