/* windows.c - chooses which windows to report.
 *
 * After shrinking every preemption is needed, so each window matters; but some
 * only bring a thread to where it has to be.  The best ones are those where the
 * program passed with the other thread's turn moved as a whole, and that the
 * failing thread takes part in. */
#include "explain/explainer.h"
#include "explain/search.h"

#define PREEMPTIONS 4 /* only the latest preemptions are considered */
#define WAITS 2       /* the same, for locks */

struct chosen {
    struct clue part;
    struct named_acts named;
};

static bool windows_same(const struct clue *a, const struct clue *b)
{
    return a->first.e.pc == b->first.e.pc && a->last.e.pc == b->last.e.pc;
}

/* Does it name what was accessed, not only what guards it? */
static bool windows_speaks(const struct clue *p)
{
    return rdl_trace_accesses(&p->first.e) &&
           rdl_trace_accesses(&p->between.e) &&
           (rdl_trace_accesses(&p->last.e) || p->last.e.op == RDL_OP_WAIT);
}

/* Is it on memory that no other thread touches?  Then it only marks where the
 * thread began or ended what matters. */
static bool windows_lonely(const struct search *c,
                           const struct rdl_history_act *act)
{
    if (!rdl_trace_accesses(&act->e))
        return false;
    for (const struct rdl_history_act *a = c->acts.all;
         a < c->acts.all + c->acts.n; a++) {
        if (a->e.tid != act->e.tid && rdl_trace_accesses(&a->e) &&
            rdl_trace_overlap(&a->e, &act->e))
            return false;
    }
    return true;
}

/* For a window that begins like that, only an order is known. */
static bool windows_orders(const struct search *c, const struct chosen *w)
{
    return !w->part.passes_before && w->part.passes_after &&
           windows_lonely(c, w->named.first) &&
           rdl_trace_conflict(&w->named.between->e, &w->named.last->e);
}

/* On how many sides it passes. */
static int windows_sides(const struct clue *p)
{
    return p->passes_before + p->passes_after;
}

static bool windows_loses(const struct clue *p)
{
    return p->kind == RDL_FACT_LOST_UPDATE && windows_sides(p) > 0;
}

bool rdl_explain_about(const struct clue *p, rdl_tid tid)
{
    return p->first.e.tid == tid || p->turn == tid || p->between.e.tid == tid ||
           (p->also.e.pc != 0 && p->also.e.tid == tid);
}

/* Did others write in their turn?  A thread that only reads has seen the damage
 * but has not caused it. */
static bool windows_writes(const struct clue *p)
{
    return rdl_trace_changes(&p->between.e) ||
           (p->also.e.pc != 0 && rdl_trace_changes(&p->also.e));
}

/* Does it go backwards within one function: from one round or call to the next?
 */
static bool windows_back(const struct clue *p)
{
    return p->first.e.pc == p->last.e.pc ||
           (p->first.e.value == p->last.e.value &&
            p->last.e.pc < p->first.e.pc);
}

/* The criteria in order of weight.  A thread may be held from one round of a
 * loop to the next only to be late. */
static bool windows_better(const struct search *c, const struct chosen *one,
                           const struct chosen *two)
{
    const struct clue *a = &one->part, *b = &two->part;
    const rdl_tid failed = c->finding->tid;
    const int rank[][2] = {
        { windows_speaks(a), windows_speaks(b) },
        { !windows_lonely(c, one->named.first),
          !windows_lonely(c, two->named.first) },
        { !windows_back(a), !windows_back(b) },
        { windows_loses(a), windows_loses(b) },
        { windows_sides(a), windows_sides(b) },
        { rdl_explain_about(a, failed), rdl_explain_about(b, failed) },
        { windows_writes(a), windows_writes(b) },
    };

    for (size_t i = 0; i < sizeof(rank) / sizeof(rank[0]); i++) {
        if (rank[i][0] != rank[i][1])
            return rank[i][0] > rank[i][1];
    }
    return false;
}

/* Inserts it after all that are at least as good. */
static size_t windows_put(const struct search *c, struct chosen *all, size_t n,
                          const struct chosen *new)
{
    size_t i = n;

    for (; i > 0 && windows_better(c, new, &all[i - 1]); i--)
        all[i] = all[i - 1];
    all[i] = *new;
    return n + 1;
}

/* pointers.c explains memory that is freed. */
static bool windows_frees(const struct clue *p)
{
    return p->between.e.op == RDL_OP_FREE || p->also.e.op == RDL_OP_FREE;
}

/* Is it worth reporting beside the best one? */
static bool windows_adds(const struct clue *best, const struct clue *p)
{
    return windows_speaks(p) && !windows_same(best, p) &&
           (windows_writes(p) || !windows_writes(best) ||
            windows_sides(best) == 0) &&
           (windows_sides(p) > 0 || windows_sides(best) == 0 ||
            windows_frees(best));
}

/* Did the thread have to wait for a lock at the end of that segment?  The
 * threads that had it first ran as if this one had been preempted. */
static bool windows_waited(const struct search *c, size_t segment)
{
    const struct rdl_script_segment *s = &c->k->best.segments[segment];

    if (s->end != RDL_SCRIPT_IF_MUST)
        return false;
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->segment == segment && a->e.tid == s->tid && a->waits &&
            a->step != UINT64_MAX && a->e.op == RDL_OP_LOCK)
            return true;
    }
    return false;
}

/* Windows opened by waits for locks: only those that are known to decide. */
static size_t windows_forced(struct search *c, struct chosen *all, size_t n)
{
    struct chosen new;
    size_t tried = 0;

    for (size_t i = c->k->best.n_segments; i > 0 && tried < WAITS; i--) {
        if (!windows_waited(c, i - 1) || !rdl_explain_left(c))
            continue;
        tried++;
        if (rdl_explain_window(c, i - 1, &new.part, &new.named) &&
            windows_sides(&new.part) == 2 && windows_speaks(&new.part))
            n = windows_put(c, all, n, &new);
    }
    return n;
}

static void windows_collect(struct search *c, struct clues *out)
{
    const struct rdl_plan *p = &c->k->best;
    struct chosen all[PREEMPTIONS + WAITS], new;
    size_t n = 0, tried = 0;

    for (size_t i = p->n_segments; i > 0 && tried < PREEMPTIONS; i--) {
        if (p->segments[i - 1].end != RDL_SCRIPT_SWITCH || !rdl_explain_left(c))
            continue;
        tried++;
        if (rdl_explain_window(c, i - 1, &new.part, &new.named))
            n = windows_put(c, all, n, &new);
    }
    n = windows_forced(c, all, n);
    if (n == 0)
        return;
    c->named = all[0].named;
    out->parts[out->n++] = all[0].part;
    if (windows_orders(c, &all[0]))
        rdl_explain_ordered(c, all[0].named.between, all[0].named.last, out);
    for (size_t i = 1; i < n && out->n <= CLUES; i++) {
        if (!windows_adds(&all[0].part, &all[i].part) ||
            windows_lonely(c, all[i].named.first))
            continue;
        out->parts[out->n] = all[i].part;
        /* Reported once is enough. */
        out->parts[out->n].tested[0].e.pc = 0;
        out->parts[out->n++].unlock.e.pc = 0;
    }
}

/* One operation of a thread, on the same memory? */
static bool windows_is(const struct rdl_event *a, const struct rdl_event *b)
{
    return a->pc != 0 && a->pc == b->pc && a->tid == b->tid &&
           a->addr == b->addr;
}

static bool windows_has(const struct clue *p, const struct rdl_event *e)
{
    return windows_is(&p->between.e, e) || windows_is(&p->also.e, e);
}

/* The other thread was preempted so that it came between.  That preemption only
 * puts the first act of the window before it, or the last after it, which the
 * best window covers already.  False if the other thread had read something
 * before: then it went on with an outdated value. */
static bool windows_implied(const struct clue *best, const struct clue *p)
{
    return windows_sides(best) == 2 && rdl_trace_changes(&p->first.e) &&
           ((windows_has(best, &p->last.e) && windows_has(p, &best->first.e)) ||
            (windows_has(best, &p->first.e) && windows_has(p, &best->last.e)));
}

static bool windows_window(const struct clue *p)
{
    return p->kind == RDL_FACT_LOST_UPDATE || p->kind == RDL_FACT_WINDOW;
}

void rdl_windows_drop(struct clues *out)
{
    const struct clue *best = &out->parts[0];
    size_t n = 1;

    for (size_t i = 1; i < out->n; i++) {
        const struct clue *p = &out->parts[i];

        if (windows_window(best) && windows_window(p) &&
            (windows_implied(best, p) ||
             (windows_back(p) && !windows_back(best) &&
              windows_sides(best) > 0)))
            continue;
        out->parts[n++] = *p;
    }
    if (out->n > n)
        out->n = n;
}

const struct rdl_explainer rdl_explainer_windows = {
    .name = "windows",
    .summary = "operations of a thread that had to be done in one go",
    .rank = RDL_EXPLAINS_WHY,
    .future = true,
    .collect = windows_collect,
};
