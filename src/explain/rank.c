/* rank.c - which of the windows are told.
 *
 * After shrinking no preemption can be missed, so each window has to do with
 * the failure; but some only bring a thread to where it has to be.  Those tell
 * most in which the turn of the other thread was moved as a whole and it
 * passed, and that the thread which failed has a part in. */
#include "explain/internal.h"

#define PREEMPTIONS 4 /* the latest that are looked at */
#define WAITS 2       /* the same, for locks */

struct chosen {
    struct rdl_cause_part part;
    struct cause_told told;
};

static bool rank_same(const struct rdl_cause_part *a,
                      const struct rdl_cause_part *b)
{
    return a->first.pc == b->first.pc && a->last.pc == b->last.pc;
}

/* Does it say what was accessed, not only what guards it? */
static bool rank_speaks(const struct rdl_cause_part *p)
{
    return rdl_acts_accesses(&p->first) && rdl_acts_accesses(&p->between) &&
           (rdl_acts_accesses(&p->last) || p->last.op == RDL_OP_WAIT);
}

/* Is it of memory that no other thread comes to?  It only stands where the
 * thread began or ended what matters. */
static bool rank_lonely(const struct cause *c, const struct rdl_act *act)
{
    if (!rdl_acts_accesses(&act->e))
        return false;
    for (const struct rdl_act *a = c->acts.all; a < c->acts.all + c->acts.n;
         a++) {
        if (a->e.tid != act->e.tid && rdl_acts_accesses(&a->e) &&
            rdl_acts_overlap(&a->e, &act->e))
            return false;
    }
    return true;
}

/* Of a window that begins like that an order is all that is known. */
static bool rank_orders(const struct cause *c, const struct chosen *w)
{
    return !w->part.passes_before && w->part.passes_after &&
           rank_lonely(c, w->told.first) &&
           rdl_acts_conflict(&w->told.between->e, &w->told.last->e);
}

/* On how many sides it passes. */
static int rank_sides(const struct rdl_cause_part *p)
{
    return p->passes_before + p->passes_after;
}

static bool rank_loses(const struct rdl_cause_part *p)
{
    return p->pattern == RDL_CAUSE_LOST_UPDATE && rank_sides(p) > 0;
}

bool rdl_cause_about(const struct rdl_cause_part *p, rdl_tid tid)
{
    return p->first.tid == tid || p->turn == tid || p->between.tid == tid ||
           (p->also.pc != 0 && p->also.tid == tid);
}

/* Did others write in their turn?  Who only reads has seen what is wrong, and
 * has not made it so. */
static bool rank_writes(const struct rdl_cause_part *p)
{
    return rdl_acts_writes(&p->between) ||
           (p->also.pc != 0 && rdl_acts_writes(&p->also));
}

/* Does it go back in one function: from one round or call to the next? */
static bool rank_back(const struct rdl_cause_part *p)
{
    return p->first.pc == p->last.pc ||
           (p->first.value == p->last.value && p->last.pc < p->first.pc);
}

/* What counts first stands first: from one round of a loop to the next a thread
 * may be held for no other reason than to be late. */
static bool rank_better(const struct cause *c, const struct chosen *one,
                        const struct chosen *two)
{
    const struct rdl_cause_part *a = &one->part, *b = &two->part;
    const rdl_tid failed = c->finding->tid;
    const int rank[][2] = {
        { rank_speaks(a), rank_speaks(b) },
        { !rank_lonely(c, one->told.first), !rank_lonely(c, two->told.first) },
        { !rank_back(a), !rank_back(b) },
        { rank_loses(a), rank_loses(b) },
        { rank_sides(a), rank_sides(b) },
        { rdl_cause_about(a, failed), rdl_cause_about(b, failed) },
        { rank_writes(a), rank_writes(b) },
    };

    for (size_t i = 0; i < sizeof(rank) / sizeof(rank[0]); i++) {
        if (rank[i][0] != rank[i][1])
            return rank[i][0] > rank[i][1];
    }
    return false;
}

/* Behind all that are not worse. */
static size_t rank_put(const struct cause *c, struct chosen *all, size_t n,
                       const struct chosen *new)
{
    size_t i = n;

    for (; i > 0 && rank_better(c, new, &all[i - 1]); i--)
        all[i] = all[i - 1];
    all[i] = *new;
    return n + 1;
}

/* What is told of memory that is freed comes from elsewhere. */
static bool rank_frees(const struct rdl_cause_part *p)
{
    return p->between.op == RDL_OP_FREE || p->also.op == RDL_OP_FREE;
}

/* Worth a place beside the one that tells most? */
static bool rank_adds(const struct rdl_cause_part *best,
                      const struct rdl_cause_part *p)
{
    return rank_speaks(p) && !rank_same(best, p) &&
           (rank_writes(p) || !rank_writes(best) || rank_sides(best) == 0) &&
           (rank_sides(p) > 0 || rank_sides(best) == 0 || rank_frees(best));
}

/* Had the thread to wait for a lock at the end of that segment?  Those who had
 * it first had their turn as if the thread had been preempted. */
static bool rank_waited(const struct cause *c, size_t segment)
{
    const struct rdl_script_segment *s = &c->k->best.segments[segment];

    if (s->end != RDL_SCRIPT_IF_MUST)
        return false;
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if (a->segment == segment && a->e.tid == s->tid && a->waits &&
            a->step != UINT64_MAX && a->e.op == RDL_OP_LOCK)
            return true;
    }
    return false;
}

/* Windows that waits for locks opened: only such as are known to decide. */
static size_t rank_forced(struct cause *c, struct chosen *all, size_t n)
{
    struct chosen new;
    size_t tried = 0;

    for (size_t i = c->k->best.n_segments; i > 0 && tried < WAITS; i--) {
        if (!rank_waited(c, i - 1) || !rdl_cause_left(c))
            continue;
        tried++;
        if (rdl_cause_window(c, i - 1, &new.part, &new.told) &&
            rank_sides(&new.part) == 2 && rank_speaks(&new.part))
            n = rank_put(c, all, n, &new);
    }
    return n;
}

void rdl_cause_windows(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_plan *p = &c->k->best;
    struct chosen all[PREEMPTIONS + WAITS], new;
    size_t n = 0, tried = 0;

    for (size_t i = p->n_segments; i > 0 && tried < PREEMPTIONS; i--) {
        if (p->segments[i - 1].end != RDL_SCRIPT_SWITCH || !rdl_cause_left(c))
            continue;
        tried++;
        if (rdl_cause_window(c, i - 1, &new.part, &new.told))
            n = rank_put(c, all, n, &new);
    }
    n = rank_forced(c, all, n);
    if (n == 0)
        return;
    c->told = all[0].told;
    out->parts[out->n++] = all[0].part;
    if (rank_orders(c, &all[0]))
        rdl_cause_ordered(c, all[0].told.between, all[0].told.last, out);
    for (size_t i = 1; i < n && out->n <= RDL_CAUSE_PARTS; i++) {
        if (!rank_adds(&all[0].part, &all[i].part) ||
            rank_lonely(c, all[i].told.first))
            continue;
        out->parts[out->n] = all[i].part;
        /* Once is enough. */
        out->parts[out->n].tested[0].pc = 0;
        out->parts[out->n++].unlock.pc = 0;
    }
}

/* One operation of a thread, on the same memory? */
static bool rank_is(const struct rdl_event *a, const struct rdl_event *b)
{
    return a->pc != 0 && a->pc == b->pc && a->tid == b->tid &&
           a->addr == b->addr;
}

static bool rank_has(const struct rdl_cause_part *p, const struct rdl_event *e)
{
    return rank_is(&p->between, e) || rank_is(&p->also, e);
}

/* The other thread was preempted so that it came between: what it was preempted
 * for is that the first of the window comes before that, or the last after it,
 * which is said already.  Not if it had read something before: it went on from
 * what was no longer so. */
static bool rank_implied(const struct rdl_cause_part *best,
                         const struct rdl_cause_part *p)
{
    return rank_sides(best) == 2 && rdl_acts_writes(&p->first) &&
           ((rank_has(best, &p->last) && rank_has(p, &best->first)) ||
            (rank_has(best, &p->first) && rank_has(p, &best->last)));
}

static bool rank_window(const struct rdl_cause_part *p)
{
    return p->pattern == RDL_CAUSE_LOST_UPDATE ||
           p->pattern == RDL_CAUSE_ATOMICITY;
}

bool rdl_cause_drop(struct rdl_cause *out)
{
    const struct rdl_cause_part *best = &out->parts[0];
    size_t n = 1;

    for (size_t i = 1; i < out->n; i++) {
        const struct rdl_cause_part *p = &out->parts[i];

        if (rank_window(best) && rank_window(p) &&
            (rank_implied(best, p) ||
             (rank_back(p) && !rank_back(best) && rank_sides(best) > 0)))
            continue;
        out->parts[n++] = *p;
    }
    if (out->n <= n)
        return false;
    out->n = n;
    return true;
}
