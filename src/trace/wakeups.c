/* wakeups.c - see wakeups.h.  The index lists the waits and wake-ups of each
 * thread in order. */
#include "trace/wakeups.h"

#include "trace/index.h"
#include "util/alloc.h"

#include <stdlib.h>

struct rdl_trace_wakeups {
    size_t *start; /* n_threads + 1: where the list of each thread begins */
    size_t *extra; /* numbers of extras */
};

static bool wakeups_counts(const struct rdl_extra *x)
{
    return x->kind == RDL_EXTRA_WAIT || x->kind == RDL_EXTRA_WAKE;
}

static const struct rdl_trace_wakeups *wakeups_of(const struct rdl_trace *t)
{
    struct rdl_trace_wakeups *w = t->index->wakeups;
    size_t *at;

    if (w != NULL)
        return w;
    w = t->index->wakeups = rdl_alloc(sizeof(*w));
    w->start = rdl_alloc((t->n_threads + 2) * sizeof(*w->start));
    w->extra = rdl_alloc((t->n_extras + 1) * sizeof(*w->extra));
    for (size_t i = 0; i < t->n_extras; i++)
        w->start[t->extras[i].tid + 1] += wakeups_counts(&t->extras[i]);
    for (size_t i = 0; i < t->n_threads; i++)
        w->start[i + 1] += w->start[i];
    at = rdl_alloc((t->n_threads + 1) * sizeof(*at));
    for (size_t i = 0; i < t->n_extras; i++) {
        const rdl_tid tid = t->extras[i].tid;

        if (wakeups_counts(&t->extras[i]))
            w->extra[w->start[tid] + at[tid]++] = i;
    }
    free(at);
    return w;
}

/* The first entry of the thread with number `extra` or later; start[tid + 1] if
 * there is none. */
static size_t wakeups_from(const struct rdl_trace_wakeups *w, rdl_tid tid,
                           size_t extra)
{
    size_t low = w->start[tid];

    for (size_t high = w->start[tid + 1]; low < high;) {
        const size_t middle = low + (high - low) / 2;

        if (w->extra[middle] < extra)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The thread's latest entry before the step, or NULL. */
static const struct rdl_extra *wakeups_latest(const struct rdl_trace *t,
                                              rdl_tid tid, size_t step)
{
    const struct rdl_trace_wakeups *w = wakeups_of(t);
    size_t at;

    if (tid >= t->n_threads)
        return NULL;
    at = wakeups_from(w, tid, t->first[step]);
    return at > w->start[tid] ? &t->extras[w->extra[at - 1]] : NULL;
}

const struct rdl_extra *rdl_trace_waits(const struct rdl_trace *t, rdl_tid tid,
                                        size_t step)
{
    const struct rdl_extra *x = wakeups_latest(t, tid, step);

    return x != NULL && x->kind == RDL_EXTRA_WAIT ? x : NULL;
}

const struct rdl_extra *rdl_trace_wait_end(const struct rdl_trace *t,
                                           const struct rdl_extra *wait)
{
    const struct rdl_trace_wakeups *w = wakeups_of(t);
    const size_t at =
        wakeups_from(w, wait->tid, (size_t)(wait - t->extras) + 1);
    const struct rdl_extra *x =
        at < w->start[wait->tid + 1] ? &t->extras[w->extra[at]] : NULL;

    return x != NULL && x->kind == RDL_EXTRA_WAKE ? x : NULL;
}

static enum rdl_wakeup wakeups_alone(unsigned how)
{
    switch (how) {
    case RDL_WOKEN_BY_TIME:
        return RDL_WAKEUP_BY_TIME;
    case RDL_WOKEN_BY_CANCEL:
        return RDL_WAKEUP_BY_CANCEL;
    case RDL_WOKEN_BY_NOBODY:
        return RDL_WAKEUP_BY_NOBODY;
    default:
        return RDL_NOT_WOKEN;
    }
}

enum rdl_wakeup rdl_trace_woken(const struct rdl_trace *t, size_t step,
                                rdl_tid *by)
{
    const struct rdl_event *e = &t->steps[step];
    const struct rdl_extra *latest;

    *by = RDL_NO_TID;
    /* If no other thread ended the wait, its own step shows how it ended. */
    RDL_TRACE_EXTRAS_OF(t, step, x)
    {
        if (x->kind == RDL_EXTRA_WAKE && x->tid == e->tid &&
            x->wait.how != RDL_WOKEN_BY_THREAD)
            return wakeups_alone(x->wait.how);
    }
    if (e->op != RDL_OP_WAKE)
        return RDL_NOT_WOKEN;
    latest = wakeups_latest(t, e->tid, step);
    if (latest == NULL || latest->kind != RDL_EXTRA_WAKE)
        return RDL_NOT_WOKEN;
    *by = t->steps[latest->step].tid;
    return RDL_WAKEUP_BY_THREAD;
}

void rdl_trace_wakeups_free(struct rdl_trace_wakeups *w)
{
    if (w == NULL)
        return;
    free(w->start);
    free(w->extra);
    free(w);
}

bool rdl_trace_attempt(const struct rdl_trace *t, size_t step)
{
    const struct rdl_event *e = &t->steps[step];

    if (e->op == RDL_OP_WAIT || e->op == RDL_OP_BARRIER)
        return false;
    RDL_TRACE_EXTRAS_OF(t, step, x)
    {
        if (x->kind == RDL_EXTRA_WAIT && x->tid == e->tid)
            return true;
    }
    return false;
}
