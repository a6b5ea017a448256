/* table_words.c - what a step does, in words: see table_internal.h. */
#include "report/table_internal.h"

#include "base/woken.h"
#include "report/append.h"
#include "report/phrase.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/syscall.h>

#define MOST_EVENTS 4096 /* that are looked through for a wait */

static struct rdl_append words_begin(char *out, size_t size)
{
    out[0] = '\0';
    return (struct rdl_append){ .out = out, .size = size };
}

static void words_value(struct rdl_append *w, struct rdl_table *t,
                        const struct table_act *a, const char *before,
                        uint64_t value)
{
    char text[TABLE_NAME + 2];

    if (a->e.size <= 8)
        rdl_append(w, "%s%s", before,
                   rdl_table_value(t, a->e.addr, value, a->e.size, text,
                                   sizeof(text)));
}

static void words_access(struct rdl_append *w, struct rdl_table *t,
                         const struct table_act *a)
{
    const struct rdl_event *e = &a->e;
    bool updates = e->op == RDL_OP_RMW && (e->flags & RDL_EV_FAILED) == 0;
    bool writes = e->op == RDL_OP_WRITE || e->op == RDL_OP_ATOMIC_WRITE;

    rdl_append(w, "%s %s",
               updates  ? "update"
               : writes ? "write"
                        : "read",
               rdl_table_name(t, e->addr));
    if ((e->flags & RDL_EV_VALUE) == 0)
        return;
    words_value(w, t, a, updates ? ": " : " = ", e->value);
    if (updates && a->has_after)
        words_value(w, t, a, " -> ", a->after);
    if (e->op == RDL_OP_RMW && !updates)
        rdl_append(w, ", no change");
}

static void words_lock(struct rdl_append *w, struct rdl_table *t,
                       const struct table_act *a)
{
    const char *name = rdl_table_name(t, a->e.addr);
    const char *side = (a->e.flags & RDL_EV_SHARED) != 0 ? "read-" : "";
    bool holds = rdl_table_more(t, a, RDL_OP_HOLD) != NULL;

    if (a->e.op == RDL_OP_TRYLOCK)
        rdl_append(w, "try-lock %s%s", name, holds ? "" : ": failed");
    else if (a->e.op == RDL_OP_HOLD)
        rdl_append(w, "%s %s", holds ? "now has" : "woken, still without",
                   name);
    else
        rdl_append(w, "%slock %s", side, name);
}

/* The step wakes nobody: who stands there all the same, as its wait is over, or
 * for another mask of a futex?  RDL_NO_TID: none; false: not known. */
static bool words_stands(const struct rdl_table *t, const struct table_act *a,
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
static bool words_by_time(const struct rdl_table *t, const struct table_act *a,
                          rdl_tid tid)
{
    for (size_t i = a->first; i < t->n_more; i++) {
        if (t->more[i].op == RDL_OP_WAKE && t->more[i].tid == tid)
            return t->more[i].value == RDL_WOKEN_BY_TIME;
    }
    return false;
}

static void words_nobody(struct rdl_append *w, const struct rdl_table *t,
                         const struct table_act *a)
{
    rdl_tid who;

    if (!words_stands(t, a, &who))
        rdl_append(w, ": wakes nobody");
    else if (who == RDL_NO_TID)
        rdl_append(w, ": nobody waits");
    else if (a->e.op != RDL_OP_FUTEX_WAKE && words_by_time(t, a, who))
        rdl_append(w, ": wakes nobody, the time of thread %u is over", who);
    else
        rdl_append(w, ": wakes nobody");
}

/* "signal c: wakes thread 2" */
static void words_wakes(struct rdl_append *w, struct rdl_table *t,
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
                   rdl_phrase_tids(woken, n, tids, sizeof(tids)));
    else if (none_counts)
        words_nobody(w, t, a);
}

/* All waits for signals have one object, which is the runtime's. */
static void words_wait(struct rdl_append *w, const char *name)
{
    if (strcmp(name, "rdl_signals_object") == 0)
        rdl_append(w, "wait for a signal");
    else
        rdl_append(w, "wait on %s", name);
}

/* "handler of SIGALRM": the number is its value. */
static void words_handler(struct rdl_append *w, const struct rdl_event *e)
{
    const char *name = e->value <= INT_MAX ? sigabbrev_np((int)e->value) : NULL;

    if ((e->flags & RDL_EV_VALUE) == 0)
        rdl_append(w, "signal handler");
    else if (name != NULL)
        rdl_append(w, "handler of SIG%s", name);
    else
        rdl_append(w, "handler of signal %" PRIu64, e->value);
}

static void words_thread(struct rdl_append *w, const char *verb, rdl_tid tid)
{
    if (tid == RDL_NO_TID)
        rdl_append(w, "%s a thread", verb);
    else
        rdl_append(w, "%s thread %u", verb, tid);
}

static void words_woken(struct rdl_append *w, struct rdl_table *t,
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

/* What makes descriptors is on none yet. */
static void words_io(struct rdl_append *w, const struct rdl_event *e)
{
    static const struct {
        uint32_t number;
        const char *name;
    } makers[] = {
        { SYS_open, "open" },
        { SYS_openat, "open" },
        { SYS_creat, "open" },
        { SYS_pipe, "pipe" },
        { SYS_pipe2, "pipe" },
        { SYS_socket, "socket" },
        { SYS_socketpair, "socketpair" },
        { SYS_eventfd, "eventfd" },
        { SYS_eventfd2, "eventfd" },
        { SYS_epoll_create, "epoll_create" },
        { SYS_epoll_create1, "epoll_create" },
        { SYS_inotify_init, "inotify_init" },
        { SYS_inotify_init1, "inotify_init" },
        { SYS_pidfd_open, "pidfd_open" },
        { SYS_close_range, "close_range" },
    };

    if (e->addr < RDL_NO_DESCRIPTOR) {
        rdl_append(w, "io on descriptor %d", (int)e->addr);
        return;
    }
    for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++) {
        if (makers[i].number == e->size) {
            rdl_append(w, "%s", makers[i].name);
            return;
        }
    }
    rdl_append(w, "io on a descriptor out of range");
}

char *rdl_table_words(struct rdl_table *t, const struct table_act *a, char *out,
                      size_t size)
{
    struct rdl_append w = words_begin(out, size);
    const struct rdl_event *more;

    switch (a->e.op) {
    case RDL_OP_READ:
    case RDL_OP_WRITE:
    case RDL_OP_ATOMIC_READ:
    case RDL_OP_ATOMIC_WRITE:
    case RDL_OP_RMW:
        words_access(&w, t, a);
        break;
    case RDL_OP_LOCK:
    case RDL_OP_HOLD:
    case RDL_OP_TRYLOCK:
        words_lock(&w, t, a);
        break;
    case RDL_OP_UNLOCK:
        rdl_append(&w, "unlock %s", rdl_table_name(t, a->e.addr));
        break;
    case RDL_OP_WAIT:
        words_wait(&w, rdl_table_name(t, a->e.addr));
        more = rdl_table_more(t, a, RDL_OP_UNLOCK);
        if (more != NULL)
            rdl_append(&w, ", unlock %s", rdl_table_name(t, more->addr));
        break;
    case RDL_OP_WAKE:
        words_woken(&w, t, a);
        break;
    case RDL_OP_SIGNAL:
        words_wakes(&w, t, a, "signal", /*none_counts=*/true);
        break;
    case RDL_OP_BROADCAST:
        words_wakes(&w, t, a, "broadcast", /*none_counts=*/true);
        break;
    case RDL_OP_SEM_POST:
        words_wakes(&w, t, a, "post", /*none_counts=*/false);
        break;
    case RDL_OP_FUTEX_WAKE:
        words_wakes(&w, t, a, "futex wake", /*none_counts=*/true);
        break;
    case RDL_OP_CREATE:
        more = rdl_table_more(t, a, RDL_OP_CREATE);
        words_thread(&w, "create",
                     more != NULL && more->size < RDL_MAX_THREADS
                         ? (rdl_tid)more->size
                         : RDL_NO_TID);
        break;
    case RDL_OP_JOIN:
        words_thread(&w, "join", rdl_table_thread(t, a, a->e.addr));
        break;
    case RDL_OP_START:
        rdl_append(&w, "start");
        break;
    case RDL_OP_EXIT:
        rdl_append(&w, "end");
        break;
    case RDL_OP_FREE:
        rdl_append(&w, "free %s", rdl_table_name(t, a->e.addr));
        break;
    case RDL_OP_NO_MEMORY:
        rdl_append(&w, "malloc of %" PRIuPTR " byte%s fails", a->e.addr,
                   a->e.addr == 1 ? "" : "s");
        break;
    case RDL_OP_HANDLER:
        words_handler(&w, &a->e);
        break;
    case RDL_OP_IO:
        words_io(&w, &a->e);
        break;
    default:
        rdl_append(&w, "%s", rdl_op_name((enum rdl_op)a->e.op));
        if (rdl_symbols_data(t->symbols, a->e.addr, (char[TABLE_NAME]){ 0 },
                             TABLE_NAME))
            rdl_append(&w, " %s", rdl_table_name(t, a->e.addr));
        if (a->e.op != RDL_OP_SLEEP &&
            rdl_table_woken(t, a, &(rdl_tid){ 0 }) == TABLE_WOKEN_BY_TIME)
            rdl_append(&w, ": time-out");
    }
    return out;
}

char *rdl_table_operation(struct rdl_table *t, const struct rdl_event *e,
                          char *out, size_t size)
{
    struct table_act act = { .e = *e };

    act.e.flags &= (uint8_t)~RDL_EV_VALUE;
    rdl_table_words(t, &act, out, size);
    out[strcspn(out, ":,")] = '\0'; /* whom it wakes, what it unlocks */
    return out;
}

char *rdl_table_holds(struct rdl_table *t, const struct table_locks *locks,
                      rdl_tid tid, char *out, size_t size)
{
    struct rdl_append w = words_begin(out, size);

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

/* It lost the turn so, but not of its own will: its next step is no yield. */
static bool reason_repeats(const struct rdl_table *t, const struct table_act *a)
{
    const size_t from = (size_t)(a - t->acts) + 1;

    for (size_t i = from; i < t->n_acts && i - from < MOST_EVENTS; i++) {
        if (t->acts[i].e.tid == a->e.tid)
            return t->acts[i].e.op != RDL_OP_YIELD;
    }
    return false;
}

char *rdl_table_reason(struct rdl_table *t, const struct table_act *a,
                       const struct table_locks *locks, char *out, size_t size)
{
    struct rdl_append w = words_begin(out, size);

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
