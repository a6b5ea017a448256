/* wakes.c - whom a step wakes, and how a thread came to wake up, in
 * words: see internal.h. */
#include "report/table/internal.h"

#include "base/woken.h"
#include "util/append.h"
#include "report/finding/wording.h"

#define MOST_EVENTS 4096 /* that are looked through for a wait */

/* The step wakes nobody: who stands there all the same, as its wait is over, or
 * for another mask of a futex?  RDL_NO_TID: none; false: not known. */
static bool wakes_stands(const struct rdl_table *t, const struct table_act *a,
                         rdl_tid *who)
{
    const size_t n = a->first < MOST_EVENTS ? a->first : MOST_EVENTS;
    bool seen[RDL_MAX_THREADS] = { false };

    *who = RDL_NO_TID;
    for (size_t i = a->first; i > a->first - n; i--) {
        const struct rdl_event *e = &t->more[i - 1];

        if (e->op != RDL_OP_WAIT && e->op != RDL_OP_WAKE)
            continue;
        if (!seen[e->tid] && e->op == RDL_OP_WAIT && e->addr == a->e.addr)
            *who = e->tid;
        seen[e->tid] = true;
    }
    return *who != RDL_NO_TID || n == a->first;
}

/* Is that how its wait ends? */
static bool wakes_by_time(const struct rdl_table *t, const struct table_act *a,
                          rdl_tid tid)
{
    for (size_t i = a->first; i < t->n_more; i++) {
        if (t->more[i].op == RDL_OP_WAKE && t->more[i].tid == tid)
            return t->more[i].value == RDL_WOKEN_BY_TIME;
    }
    return false;
}

static void wakes_nobody(struct rdl_append *w, const struct rdl_table *t,
                         const struct table_act *a)
{
    rdl_tid who;

    if (!wakes_stands(t, a, &who))
        rdl_append(w, ": wakes nobody");
    else if (who == RDL_NO_TID)
        rdl_append(w, ": nobody waits");
    else if (a->e.op != RDL_OP_FUTEX_WAKE && wakes_by_time(t, a, who))
        rdl_append(w, ": wakes nobody, the time of thread %u is over", who);
    else
        rdl_append(w, ": wakes nobody");
}

void rdl_table_wakes(struct rdl_append *w, struct rdl_table *t,
                     const struct table_act *a, const char *verb,
                     bool none_counts)
{
    rdl_tid woken[RDL_MAX_THREADS];
    char tids[128];
    size_t n = 0;

    rdl_append(w, "%s %s", verb, rdl_table_name(t, a->e.addr));
    for (size_t i = a->first; i < a->first + a->n; i++) {
        if (t->more[i].op == RDL_OP_WAKE && n < RDL_MAX_THREADS)
            woken[n++] = t->more[i].tid;
    }
    if (n > 0)
        rdl_append(w, ": wakes thread%s %s", n > 1 ? "s" : "",
                   rdl_wording_tids(woken, n, tids, sizeof(tids)));
    else if (none_counts)
        wakes_nobody(w, t, a);
}

void rdl_table_wakes_up(struct rdl_append *w, struct rdl_table *t,
                        const struct table_act *a)
{
    rdl_tid by;

    switch (rdl_table_woken(t, a, &by)) {
    case TABLE_WOKEN_BY_THREAD:
        rdl_append(w, "woken by thread %u", by);
        break;
    case TABLE_WOKEN_BY_TIME:
        rdl_append(w, "wakes up: time-out");
        break;
    case TABLE_WOKEN_BY_CANCEL:
        rdl_append(w, "wakes up: cancelled");
        break;
    case TABLE_WOKEN_BY_NOBODY:
        rdl_append(w, "wakes up without a signal");
        break;
    default:
        rdl_append(w, "wake up");
    }
}
