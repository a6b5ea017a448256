/* wakes.c - which threads a step wakes, and how a thread woke up, in words: see
 * internal.h. */
#include "report/table/internal.h"

#include "util/append.h"
#include "util/duration.h"
#include "report/finding/wording.h"

enum rdl_wakeup rdl_table_woken(const struct rdl_table *t,
                                const struct table_act *a, rdl_tid *by)
{
    *by = RDL_NO_TID;
    return a->extras != NULL ? rdl_trace_woken(t->trace, a->step, by)
                             : RDL_NOT_WOKEN;
}

/* For a step that wakes nobody: the first wait there whose thread has not
 * noticed its end yet because it timed out, or whose futex mask differs. */
static const struct rdl_extra *wakes_waits(const struct rdl_table *t,
                                           const struct table_act *a)
{
    const struct rdl_extra *first = NULL;

    for (size_t i = 0; a->extras != NULL && i < t->trace->n_threads; i++) {
        const struct rdl_extra *wait =
            rdl_trace_waits(t->trace, (rdl_tid)i, a->step);

        if (wait != NULL && wait->wait.addr == a->e.addr &&
            (first == NULL || wait < first))
            first = wait;
    }
    return first;
}

static void wakes_nobody(struct rdl_append *w, const struct rdl_table *t,
                         const struct table_act *a)
{
    const struct rdl_extra *wait = wakes_waits(t, a), *end;

    if (wait == NULL) {
        rdl_append(w, ": nobody waits");
        return;
    }
    rdl_append(w, ": wakes nobody");
    end = rdl_trace_wait_end(t->trace, wait);
    if (a->e.op != RDL_OP_FUTEX_WAKE && end != NULL &&
        end->wait.how == RDL_WOKEN_BY_TIME)
        rdl_append(w, ", the time of thread %u is over", wait->tid);
}

void rdl_table_wakes(struct rdl_append *w, struct rdl_table *t,
                     const struct table_act *a, const char *verb,
                     bool none_counts)
{
    rdl_tid woken[RDL_MAX_THREADS];
    char tids[128];
    size_t n = 0;

    rdl_append(w, "%s %s", verb, rdl_table_name(t, a->e.addr));
    for (size_t i = 0; i < a->n; i++) {
        if (a->extras[i].kind == RDL_EXTRA_WAKE && n < RDL_MAX_THREADS)
            woken[n++] = a->extras[i].tid;
    }
    if (n > 0)
        rdl_append(w, ": wakes thread%s %s", n > 1 ? "s" : "",
                   rdl_wording_tids(woken, n, tids, sizeof(tids)));
    else if (none_counts)
        wakes_nobody(w, t, a);
}

const struct rdl_extra *rdl_table_early(const struct table_act *a)
{
    for (size_t i = 0; i < a->n; i++) {
        if (rdl_trace_early(&a->extras[i]) && a->extras[i].tid == a->e.tid)
            return &a->extras[i];
    }
    return NULL;
}

void rdl_table_time_passed(struct rdl_append *w, const struct table_act *a)
{
    const struct rdl_extra *x = rdl_table_early(a);
    char length[RDL_DURATION];

    if (x != NULL)
        rdl_append(w, ": %s passed while thread %u could run",
                   rdl_text_duration(x->wait.ns, length), x->wait.delayed - 1u);
}

void rdl_table_wakes_up(struct rdl_append *w, struct rdl_table *t,
                        const struct table_act *a)
{
    rdl_tid by;

    switch (rdl_table_woken(t, a, &by)) {
    case RDL_WAKEUP_BY_THREAD:
        rdl_append(w, "woken by thread %u", by);
        break;
    case RDL_WAKEUP_BY_TIME:
        rdl_append(w, "wakes up: time-out");
        rdl_table_time_passed(w, a);
        break;
    case RDL_WAKEUP_BY_CANCEL:
        rdl_append(w, "wakes up: cancelled");
        break;
    case RDL_WAKEUP_BY_NOBODY:
        rdl_append(w, "wakes up without a signal");
        break;
    default:
        rdl_append(w, "wake up");
    }
}
