/* reason.c - why a thread lost the turn, and what it holds then, in
 * words: see internal.h. */
#include "report/table/internal.h"

#include "util/append.h"

#define MOST_ACTS 4096 /* that are looked through for the thread's next one */

char *rdl_table_holds(struct rdl_table *t, const struct table_locks *locks,
                      rdl_tid tid, char *out, size_t size)
{
    struct rdl_append w = rdl_append_begin(out, size);

    for (size_t i = 0; i < locks->n; i++) {
        if (locks->all[i].tid == tid)
            rdl_append(&w, "%s%s", w.used == 0 ? "holds " : ", ",
                       rdl_table_name(t, locks->all[i].lock));
    }
    return out;
}

static void reason_wait(struct rdl_append *w, struct rdl_table *t,
                        const struct table_act *a,
                        const struct table_locks *locks,
                        const struct rdl_event *wait)
{
    const bool itself = wait->addr == a->e.addr; /* the act has named it */
    rdl_tid holder = RDL_NO_TID;

    switch (wait->size) {
    case RDL_WAIT_LOCK:
    case RDL_WAIT_ONCE:
        rdl_append(w, "waits%s%s", itself ? "" : " for ",
                   itself ? "" : rdl_table_name(t, wait->addr));
        holder = rdl_table_holder(locks, wait->addr);
        if (holder != RDL_NO_TID)
            rdl_append(w, ": thread %u has it", holder);
        break;
    case RDL_WAIT_JOIN:
        holder = rdl_table_thread(t, a, wait->addr);
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
                   itself ? "" : rdl_table_name(t, wait->addr));
        break;
    default:
        rdl_append(w, "waits");
    }
}

/* It lost the turn so, but not of its own will: its next step is no yield, or
 * it has none and was found spinning. */
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
                       const struct table_locks *locks, char *out, size_t size)
{
    struct rdl_append w = rdl_append_begin(out, size);

    switch (a->end) {
    case TABLE_GOES_ON:
        return out;
    case TABLE_WAITS:
        for (size_t i = a->first; i < a->first + a->n; i++) {
            if (t->more[i].op == RDL_OP_WAIT) {
                reason_wait(&w, t, a, locks, &t->more[i]);
                break;
            }
        }
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
