/* reason.c - why a thread lost the turn, and what it holds then, in
 * words: see internal.h. */
#include "report/table/internal.h"

#include "trace/locks.h"
#include "trace/order.h"
#include "util/append.h"

#define MOST_ACTS 4096 /* acts searched for the thread's next one */

size_t rdl_table_held(const struct rdl_table *t, const struct table_act *a,
                      uintptr_t *locks)
{
    const struct rdl_trace_hold *h =
        rdl_trace_holds(t->trace, a->e.tid, a->step + 1);
    size_t n = 0, at;

    for (const struct rdl_trace_hold *i = h; i != NULL; i = i->next)
        n++;
    for (at = n; h != NULL; h = h->next) {
        if (--at < TABLE_LOCKS)
            locks[at] = h->lock;
    }
    return n < TABLE_LOCKS ? n : TABLE_LOCKS;
}

char *rdl_table_holds(struct rdl_table *t, const struct table_act *a, char *out,
                      size_t size)
{
    struct rdl_append w = rdl_append_begin(out, size);
    uintptr_t locks[TABLE_LOCKS];
    const size_t n = rdl_table_held(t, a, locks);

    for (size_t i = 0; i < n; i++)
        rdl_append(&w, "%s%s", i == 0 ? "holds " : ", ",
                   rdl_table_name(t, locks[i]));
    return out;
}

/* The holder of the lock after the act; of several readers, the first. */
static rdl_tid reason_holder(const struct rdl_table *t,
                             const struct table_act *a, uintptr_t lock)
{
    const struct rdl_trace_hold *h =
        rdl_trace_holders(t->trace, lock, a->step + 1);

    while (h != NULL && h->next != NULL)
        h = h->next;
    return h != NULL ? h->tid : RDL_NO_TID;
}

static void reason_wait(struct rdl_append *w, struct rdl_table *t,
                        const struct table_act *a, const struct rdl_extra *wait)
{
    const uintptr_t addr = wait->wait.addr;
    const bool itself = addr == a->e.addr; /* the act's words name it */
    rdl_tid holder = RDL_NO_TID;

    switch (wait->wait.kind) {
    case RDL_WAIT_LOCK:
    case RDL_WAIT_ONCE:
        rdl_append(w, "waits%s%s", itself ? "" : " for ",
                   itself ? "" : rdl_table_name(t, addr));
        holder = reason_holder(t, a, addr);
        if (holder != RDL_NO_TID)
            rdl_append(w, ": thread %u has it", holder);
        break;
    case RDL_WAIT_JOIN:
        holder = rdl_trace_thread(t->trace, addr, a->step);
        if (itself)
            rdl_append(w, "waits");
        else if (holder != RDL_NO_TID)
            rdl_append(w, "waits for thread %u to end", holder);
        else
            rdl_append(w, "waits for a thread to end");
        break;
    case RDL_WAIT_SLEEP:
        rdl_append(w, "sleeps");
        break;
    case RDL_WAIT_CONDITION:
    case RDL_WAIT_SEMAPHORE:
    case RDL_WAIT_BARRIER:
    case RDL_WAIT_FUTEX:
        rdl_append(w, "waits%s%s", itself ? "" : " for ",
                   itself ? "" : rdl_table_name(t, addr));
        break;
    default:
        rdl_append(w, "waits");
    }
}

/* It lost the turn, but not by a call to yield: its next step is not a yield,
 * or it has none and the runtime found it spinning. */
static bool reason_repeats(const struct rdl_table *t, const struct table_act *a)
{
    const size_t from = (size_t)(a - t->acts) + 1;

    for (size_t i = from; i < t->n_acts && i - from < MOST_ACTS; i++) {
        if (t->acts[i].e.tid == a->e.tid)
            return t->acts[i].e.op != RDL_OP_YIELD;
    }
    for (size_t i = 0; i < t->f->n_threads; i++) {
        if (t->f->threads[i].tid == a->e.tid)
            return t->f->threads[i].spins;
    }
    return false;
}

char *rdl_table_reason(struct rdl_table *t, const struct table_act *a,
                       char *out, size_t size)
{
    struct rdl_append w = rdl_append_begin(out, size);
    const struct rdl_extra *wait;

    switch (a->end) {
    case TABLE_GOES_ON:
        return out;
    case TABLE_WAITS:
        wait = rdl_table_extra(a, RDL_EXTRA_WAIT);
        if (wait != NULL)
            reason_wait(&w, t, a, wait);
        break;
    case TABLE_PASSED:
        rdl_append(&w, "%s",
                   reason_repeats(t, a) ? "taken off: repeats the same steps"
                                        : "lets others run");
        break;
    case TABLE_ENDS:
        rdl_append(&w, "ends");
        break;
    default:
        rdl_append(&w, "preempted");
    }
    return out;
}
