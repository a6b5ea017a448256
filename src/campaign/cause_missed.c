/* cause_missed.c - who would have woken a thread that waits for ever.
 *
 * Two executions are compared, the one that failed and one that was tried and
 * passed: in the latter somebody wakes the thread.  What that one does is the
 * same in both until it has read something else, and decides on that. */
#include "campaign/cause_waiter.h"
#include "detect/waits.h"

#include <string.h>

static bool missed_wakes(const struct rdl_act *a, const struct rdl_act *wait)
{
    return a->e.addr == wait->e.addr &&
           (a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST) &&
           (a->n_woken > 1 || (a->n_woken == 1 && a->woken == wait->e.tid));
}

/* How often that one woke the thread in the execution that failed. */
static size_t missed_count(const struct cause *c, rdl_tid tid,
                           const struct rdl_act *wait)
{
    size_t n = 0;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        n += cause_done(a) && a->e.tid == tid && missed_wakes(a, wait);
    }
    return n;
}

/* The first of them that came only when it passed; NULL if there is none. */
static const struct rdl_act *missed_signal(const struct cause *c,
                                           const struct rdl_acts *passed,
                                           const struct rdl_act *wait)
{
    static size_t n[RDL_MAX_THREADS];

    memset(n, 0, sizeof(n));
    for (size_t i = 0; i < passed->n; i++) {
        const struct rdl_act *a = &passed->all[i];

        if (missed_wakes(a, wait) &&
            ++n[a->e.tid] > missed_count(c, a->e.tid, wait))
            return a;
    }
    return NULL;
}

/* Of those that signal when it passes, whether anybody waits then or not, the
 * first that waits in the execution that failed; for a condition or a thread it
 * may do so only as a consequence. */
static struct rdl_event missed_stuck(const struct cause *c,
                                     const struct rdl_acts *passed,
                                     const struct rdl_act *wait)
{
    for (size_t i = 0; i < passed->n; i++) {
        const struct rdl_act *a = &passed->all[i];
        const struct rdl_thread_view *v;

        if (a->e.addr != wait->e.addr ||
            (a->e.op != RDL_OP_SIGNAL && a->e.op != RDL_OP_BROADCAST))
            continue;
        v = rdl_waits_view(c->finding, a->e.tid);
        if (v != NULL && v->state == RDL_WAITING &&
            v->wait != RDL_WAIT_CONDITION && v->wait != RDL_WAIT_JOIN)
            return a->e;
    }
    return (struct rdl_event){ .pc = 0 };
}

static const struct rdl_act *missed_next(const struct rdl_acts *acts, size_t *i,
                                         rdl_tid tid)
{
    while (*i < acts->n) {
        const struct rdl_act *a = &acts->all[(*i)++];

        if (a->e.tid == tid && cause_done(a))
            return a;
    }
    return NULL;
}

/* Did the same read see something else? */
static bool missed_differs(const struct rdl_act *a, const struct rdl_act *b)
{
    const uint8_t flags = RDL_EV_VALUE | RDL_EV_FAILED;

    if (!rdl_acts_accesses(&a->e) ||
        (rdl_acts_writes(&a->e) && a->e.op != RDL_OP_RMW))
        return false;
    return (a->e.flags & flags) != (b->e.flags & flags) ||
           ((a->e.flags & RDL_EV_VALUE) != 0 && a->value != b->value);
}

/* What the thread had read when it first went another way; NULL if that is not
 * known. */
static const struct rdl_act *missed_decision(const struct cause *c,
                                             const struct rdl_acts *passed,
                                             rdl_tid tid)
{
    const struct rdl_act *read = NULL, *a, *b;
    size_t i = 0, k = 0;

    for (;;) {
        a = missed_next(&c->acts, &i, tid);
        b = missed_next(passed, &k, tid);
        if (a == NULL || b == NULL)
            return NULL;
        if (a->e.pc != b->e.pc || a->e.op != b->e.op)
            return read;
        if (c->shared[a - c->acts.all] && missed_differs(a, b))
            read = a;
    }
}

void rdl_cause_missed(struct cause *c, struct cause_told *told)
{
    const struct rdl_act *wait, *signal, *read;
    struct rdl_acts passed;

    told->signal = told->decision = told->stuck = (struct rdl_event){ .pc = 0 };
    if (strcmp(c->finding->kind, "lost-wakeup") != 0)
        return;
    wait = rdl_waiter_find(c);
    if (wait == NULL || !rdl_cause_acts(c, &passed))
        return;
    told->stuck = missed_stuck(c, &passed, wait);
    signal = missed_signal(c, &passed, wait);
    if (signal != NULL) {
        read = missed_decision(c, &passed, signal->e.tid);
        told->signal = signal->e;
        if (read != NULL)
            told->decision = read->e;
    }
    rdl_acts_free(&passed);
}
