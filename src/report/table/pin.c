/* pin.c - marks the steps that a table never leaves out: those that wake a
 * thread or make one wait, those where threads are preempted, and those of the
 * explanation. */
#include "report/table/internal.h"

#define PREEMPTIONS 16 /* if there are more, none is pinned */

static bool pin_wakes(enum rdl_op op)
{
    return op == RDL_OP_SIGNAL || op == RDL_OP_BROADCAST ||
           op == RDL_OP_SEM_POST || op == RDL_OP_FUTEX_WAKE;
}

/* Does it show more than an access to memory that no other thread uses? */
static bool pin_telling(const struct table_act *a)
{
    return !rdl_op_accesses((enum rdl_op)a->e.op);
}

/* Pins the latest shown act of the turn that ends there: the table prints the
 * preemption beside it.  If nothing of that turn matters (it creates threads,
 * say), and the execution is shrunk, the latest act that shows something: a
 * reader who counts preemptions finds them all. */
static void pin_preempted(struct rdl_table *t, size_t at)
{
    size_t first = at, i = at, telling = at;

    while (first > 0 && t->acts[first - 1].e.tid == t->acts[at].e.tid)
        first--;
    while (i > first && !t->acts[i].shown)
        i--;
    if (!t->acts[i].shown && t->about.shrunk) {
        while (telling > first && !pin_telling(&t->acts[telling]))
            telling--;
        i = pin_telling(&t->acts[telling]) ? telling : at;
        t->acts[i].shown = true;
    }
    t->acts[i].stays |= t->acts[i].shown;
    t->acts[i].preempted = t->acts[i].shown;
}

/* Shows who ran instead: if nothing matters of what others did until the thread
 * continues, the first act of theirs that shows something. */
static void pin_instead(struct rdl_table *t, size_t at)
{
    const rdl_tid tid = t->acts[at].e.tid;
    size_t best = at + 1;

    for (size_t i = at + 1; i < t->n_acts && t->acts[i].e.tid != tid; i++) {
        if (t->acts[i].shown)
            return;
        if (!pin_telling(&t->acts[best]) && pin_telling(&t->acts[i]))
            best = i;
    }
    if (best < t->n_acts)
        t->acts[best].shown = t->acts[best].stays = true;
}

static void pin_preemptions(struct rdl_table *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n_acts; i++)
        n += t->acts[i].end == TABLE_PREEMPTED;
    for (size_t i = t->n_acts; i > 0 && n <= PREEMPTIONS; i--) {
        if (t->acts[i - 1].end != TABLE_PREEMPTED)
            continue;
        pin_preempted(t, i - 1);
        if (t->about.shrunk)
            pin_instead(t, i - 1);
    }
}

void rdl_table_stay(struct rdl_table *t)
{
    for (size_t i = t->n_acts; i > 0; i--) {
        struct table_act *a = &t->acts[i - 1];
        const enum rdl_op op = (enum rdl_op)a->e.op;

        a->named = t->about.why != NULL &&
                   rdl_explanation_names(t->about.why, a->step, op);
        a->stays =
            a->named || rdl_table_early(a) != NULL ||
            rdl_table_extra(a, RDL_EXTRA_WAIT) != NULL ||
            (pin_wakes(op) && rdl_table_extra(a, RDL_EXTRA_WAKE) != NULL);
        a->shown |= a->named || rdl_table_early(a) != NULL;
        a->preempted = false;
    }
    pin_preemptions(t);
}

void rdl_table_about(struct rdl_table *t, const struct rdl_table_about *about)
{
    t->about = *about;
}
