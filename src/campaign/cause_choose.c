/* cause_choose.c - which of the windows are told.
 *
 * After shrinking no preemption can be missed, so each window has to do with
 * the failure; but some only bring a thread to where it has to be.  Those tell
 * most in which the turn of the other thread was moved as a whole and it
 * passed, and that the thread which failed has a part in. */
#include "campaign/cause_internal.h"

#define PREEMPTIONS 4 /* the latest that are looked at */

struct chosen {
    struct rdl_cause_part part;
    struct cause_told told;
};

static bool choose_same(const struct rdl_cause_part *a,
                        const struct rdl_cause_part *b)
{
    return a->first.pc == b->first.pc && a->last.pc == b->last.pc;
}

/* Does it say what was accessed, not only what guards it? */
static bool choose_speaks(const struct rdl_cause_part *p)
{
    return rdl_acts_accesses(&p->first) && rdl_acts_accesses(&p->between) &&
           (rdl_acts_accesses(&p->last) || p->last.op == RDL_OP_WAIT);
}

/* On how many sides it passes. */
static int choose_sides(const struct rdl_cause_part *p)
{
    return p->passes_before + p->passes_after;
}

static bool choose_loses(const struct rdl_cause_part *p)
{
    return p->pattern == RDL_CAUSE_LOST_UPDATE && choose_sides(p) > 0;
}

bool rdl_cause_about(const struct rdl_cause_part *p, rdl_tid tid)
{
    return p->first.tid == tid || p->turn == tid || p->between.tid == tid ||
           (p->also.pc != 0 && p->also.tid == tid);
}

/* What counts first stands first: from one round of a loop to the next a thread
 * may be held for no other reason than to be late. */
static bool choose_better(const struct cause *c, const struct rdl_cause_part *a,
                          const struct rdl_cause_part *b)
{
    const rdl_tid failed = c->finding->tid;
    const int rank[][2] = {
        { choose_speaks(a), choose_speaks(b) },
        { a->first.pc != a->last.pc, b->first.pc != b->last.pc },
        { choose_loses(a), choose_loses(b) },
        { choose_sides(a), choose_sides(b) },
        { rdl_cause_about(a, failed), rdl_cause_about(b, failed) },
    };

    for (size_t i = 0; i < sizeof(rank) / sizeof(rank[0]); i++) {
        if (rank[i][0] != rank[i][1])
            return rank[i][0] > rank[i][1];
    }
    return false;
}

/* Behind all that are not worse. */
static size_t choose_put(const struct cause *c, struct chosen *all, size_t n,
                         const struct chosen *new)
{
    size_t i = n;

    for (; i > 0 && choose_better(c, &new->part, &all[i - 1].part); i--)
        all[i] = all[i - 1];
    all[i] = *new;
    return n + 1;
}

/* What is told of memory that is freed comes from elsewhere. */
static bool choose_frees(const struct rdl_cause_part *p)
{
    return p->between.op == RDL_OP_FREE || p->also.op == RDL_OP_FREE;
}

/* Worth a place beside the one that tells most? */
static bool choose_adds(const struct rdl_cause_part *best,
                        const struct rdl_cause_part *p)
{
    return choose_speaks(p) && !choose_same(best, p) &&
           (choose_sides(p) > 0 || choose_sides(best) == 0 ||
            choose_frees(best));
}

void rdl_cause_windows(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_plan *p = &c->k->best;
    struct chosen all[PREEMPTIONS], new;
    size_t n = 0, tried = 0;

    for (size_t i = p->n_segments; i > 0 && tried < PREEMPTIONS; i--) {
        if (p->segments[i - 1].end != RDL_SCRIPT_SWITCH || !rdl_cause_left(c))
            continue;
        tried++;
        if (rdl_cause_window(c, i - 1, &new.part, &new.told))
            n = choose_put(c, all, n, &new);
    }
    if (n == 0)
        return;
    c->told = all[0].told;
    out->parts[out->n++] = all[0].part;
    for (size_t i = 1; i < n && out->n <= RDL_CAUSE_PARTS; i++) {
        if (!choose_adds(&all[0].part, &all[i].part))
            continue;
        out->parts[out->n] = all[i].part;
        out->parts[out->n++].unlock.pc = 0; /* once is enough */
    }
}
