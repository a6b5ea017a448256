/* failing_step.c - reverses orders of the failing step before any others, so
 * that the explanation names what failed. */
#include "explain/explainer.h"
#include "explain/search.h"

#define READS 4 /* the latest reads of the failing thread */
#define TRIES 8 /* orders tried for each */

/* A window of the failing thread may show how it got there, unless it repeats
 * the clue. */
static bool failing_adds(const struct clue *p, rdl_tid failed)
{
    return p->first.e.tid == failed && p->first.e.pc != p->last.e.pc &&
           p->between.e.op != RDL_OP_FREE && p->also.e.op != RDL_OP_FREE;
}

/* Which window to report beside the order: one of the failing thread, or else
 * one of another thread that is known to decide. */
static size_t failing_kept(const struct search *c, const struct clues *out,
                           const struct rdl_history_act *a)
{
    const bool freed = a->e.op == RDL_OP_FREE;
    size_t kept = 0;

    while (kept < out->n && !failing_adds(&out->parts[kept], c->finding->tid))
        kept++;
    if (kept < out->n || freed)
        return kept;
    return out->n > 0 &&
                   (out->parts[0].passes_before || out->parts[0].passes_after)
               ? 0
               : out->n;
}

/* A window of the freeing thread in which the using thread ran, if it is known
 * to decide; or in which a third thread ran, if that decides on both sides.
 * That thread may have made the one free what the other still uses. */
static void failing_spare(struct search *c, const struct clues *out,
                          const struct rdl_history_act *a)
{
    for (size_t i = 0; i < out->n && a->e.op == RDL_OP_FREE; i++) {
        const struct clue *p = &out->parts[i];

        if (p->first.e.tid != a->e.tid ||
            !(p->passes_before || p->passes_after) ||
            (p->turn != c->finding->tid &&
             !(p->passes_before && p->passes_after)) ||
            !rdl_trace_accesses(&p->last.e) ||
            !rdl_trace_accesses(&p->between.e) ||
            p->between.e.op == RDL_OP_FREE || p->also.e.op == RDL_OP_FREE)
            continue;
        c->spare = *p;
        c->has_spare = true;
        return;
    }
}

static void failing_take(struct search *c, struct clues *out,
                         const struct rdl_history_act *a,
                         const struct rdl_history_act *b)
{
    const size_t kept = failing_kept(c, out, a);

    failing_spare(c, out, a);
    if (kept < out->n) {
        out->parts[1] = out->parts[kept];
        out->n = 2;
    } else {
        out->n = 1;
    }
    rdl_explain_ordered(c, a, b, out);
}

/* --- Memory that is freed ------------------------------------------------- */

static bool failing_block(const struct rdl_finding *f,
                          const struct rdl_event *e)
{
    const uintptr_t start = f->addr - (uintptr_t)f->block.offset;

    return f->block.known && e->addr < start + f->block.size &&
           e->addr + e->size > start;
}

/* The first block that a's thread freed in the same turn: before it, everything
 * that is used together still exists. */
static const struct rdl_history_act *
failing_first_free(const struct search *c, const struct rdl_history_act *a)
{
    const struct rdl_history_act *first = a;

    for (const struct rdl_history_act *x = a; x > c->acts.all;) {
        x--;
        if (x->e.tid != a->e.tid || x->segment != a->segment)
            break;
        if (x->e.op == RDL_OP_FREE)
            first = x;
    }
    return first;
}

/* Was an update lost, whichever thread notices it later? */
static bool failing_loses_update(const struct clues *out)
{
    const struct clue *p = out->parts;

    return out->n > 0 && p->kind == RDL_FACT_LOST_UPDATE && p->passes_before &&
           p->passes_after;
}

static void failing_freed(struct search *c, struct clues *out)
{
    const struct rdl_finding *f = c->finding;
    const struct rdl_history_act *freed = NULL, *used = NULL;
    uint32_t taken[2];

    if (failing_loses_update(out))
        return;
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (!act_done(a) || !failing_block(f, &a->e))
            continue;
        if (a->e.op == RDL_OP_FREE)
            freed = a;
        else if (a->e.tid == f->tid)
            used = a;
    }
    if (freed == NULL || used == NULL || used < freed || freed->e.tid == f->tid)
        return;
    taken[0] = freed->hold;
    taken[1] = failing_first_free(c, freed)->hold;
    for (size_t i = 0; i < 4 && rdl_explain_left(c); i++) {
        /* Hold it until that use, then as long as the others can run: they may
         * use it again. */
        if (i >= 2 && taken[0] == taken[1])
            return;
        if (rdl_explain_flip_at(c, freed, used, taken[i / 2],
                                i % 2 == 0 ? used->at : 0)) {
            failing_take(c, out, freed, used);
            return;
        }
    }
}

/* --- What had been read --------------------------------------------------- */

/* An order of the read that decides: with what another thread did there before
 * it, or would have done after it. */
static bool failing_read(struct search *c, const struct rdl_history_act *b,
                         struct named_acts *order)
{
    const size_t at = (size_t)(b - c->acts.all);
    unsigned tried = 0;

    for (size_t i = at; i > 0 && tried < TRIES && rdl_explain_left(c); i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (!rdl_trace_conflict(&a->e, &b->e))
            continue;
        tried++;
        *order = (struct named_acts){ .first = a, .last = b };
        if (rdl_explain_flip(c, a, b))
            return true;
    }
    for (size_t i = at + 1; i < c->acts.n && tried < TRIES; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (!rdl_explain_left(c) || !rdl_trace_conflict(&a->e, &b->e))
            continue;
        tried++;
        *order = (struct named_acts){ .first = b, .last = a };
        if (rdl_explain_flip(c, b, a))
            return true;
    }
    return false;
}

/* The same for the latest reads of the failing thread. */
static bool failing_reads(struct search *c, struct named_acts *order)
{
    unsigned reads = 0;

    for (size_t i = c->acts.n; i > 0 && reads < READS; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (!act_done(a) || a->e.tid != c->finding->tid || !c->shared[i - 1])
            continue;
        if (!rdl_trace_accesses(&a->e))
            return false; /* what happened before that only led here */
        reads++;
        if (a->e.op != RDL_OP_FREE && failing_read(c, a, order))
            return true;
    }
    return false;
}

/* Does it involve the failing thread?  Then nothing else is needed.  Nor after
 * a lost update, which any thread may notice later. */
static bool failing_known(const struct clues *out, rdl_tid tid)
{
    const struct clue *p = out->parts;

    return out->n > 0 && (rdl_explain_about(p, tid) ||
                          (p->kind == RDL_FACT_LOST_UPDATE &&
                           (p->passes_before || p->passes_after)));
}

static void failing_collect(struct search *c, struct clues *out)
{
    struct named_acts order;

    if (failing_known(out, c->finding->tid) || rdl_explain_gave_up(c, out))
        return;
    if (failing_reads(c, &order))
        failing_take(c, out, order.first, order.last);
}

const struct rdl_explainer rdl_explainer_freed_in_use = {
    .name = "freed-in-use",
    .summary = "memory that was freed before it was used",
    .rank = RDL_EXPLAINS_WHY,
    .only = "heap-use-after-free",
    .future = true,
    .collect = failing_freed,
};

const struct rdl_explainer rdl_explainer_failing_read = {
    .name = "failing-read",
    .summary = "an order of what the thread that failed had read",
    .rank = RDL_EXPLAINS_WHY,
    .except = "lost-wakeup heap-use-after-free",
    .future = true,
    .collect = failing_collect,
};
