/* words.c - puts a step into words: see internal.h. */
#include "report/table/internal.h"
#include "trace/order.h"

#include "util/append.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/syscall.h>

static void words_value(struct rdl_append *w, struct rdl_table *t,
                        const struct table_act *a, const char *before,
                        uint64_t value)
{
    char text[TABLE_NAME + 2];

    if (a->e.size <= 8)
        rdl_append(w, "%s%s", before,
                   rdl_table_value(t, &a->e, value, text, sizeof(text)));
}

/* Appended; the strongest order is the default and is not printed. */
static void words_order(struct rdl_append *w, const struct rdl_event *e)
{
    enum rdl_order order = rdl_flags_order(e->flags);
    const char *name = rdl_order_name(order);

    if (name != NULL && order != RDL_ORDER_SEQ_CST)
        rdl_append(w, ", %s", name);
}

static void words_known(struct rdl_append *w, struct rdl_table *t,
                        const struct table_act *a, bool updates)
{
    words_value(w, t, a, updates ? ": " : " = ", a->e.value);
    if (updates && a->has_after)
        words_value(w, t, a, " -> ", a->after);
    if (a->e.op == RDL_OP_RMW && !updates)
        rdl_append(w, ", no change");
}

static void words_access(struct rdl_append *w, struct rdl_table *t,
                         const struct table_act *a)
{
    const struct rdl_event *e = &a->e;
    bool updates = e->op == RDL_OP_RMW && (e->flags & RDL_EV_FAILED) == 0;
    bool writes = !rdl_op_reads((enum rdl_op)e->op);

    rdl_append(w, "%s %s",
               updates  ? "update"
               : writes ? "write"
                        : "read",
               rdl_table_name(t, e->addr));
    if ((e->flags & RDL_EV_VALUE) != 0)
        words_known(w, t, a, updates);
    words_order(w, e);
}

static bool words_timed_out(const struct rdl_table *t,
                            const struct table_act *a)
{
    return rdl_table_woken(t, a, &(rdl_tid){ 0 }) == RDL_WAKEUP_BY_TIME;
}

static void words_lock(struct rdl_append *w, struct rdl_table *t,
                       const struct table_act *a)
{
    const char *name = rdl_table_name(t, a->e.addr);
    const char *side = (a->e.flags & RDL_EV_SHARED) != 0 ? "read-" : "";
    bool holds = rdl_table_extra(a, RDL_EXTRA_HOLD) != NULL;

    if (a->e.op == RDL_OP_TRYLOCK)
        rdl_append(w, "try-lock %s%s", name, holds ? "" : ": failed");
    else if (a->e.op == RDL_OP_HOLD) {
        rdl_append(w, "%s %s",
                   holds                   ? "now has"
                   : words_timed_out(t, a) ? "time-out, without"
                                           : "woken, still without",
                   name);
        rdl_table_time_passed(w, a);
    } else
        rdl_append(w, "%slock %s", side, name);
}

/* All waits for signals have the same object, one of the runtime. */
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

static rdl_tid words_joined(const struct rdl_table *t,
                            const struct table_act *a)
{
    return a->extras != NULL ? rdl_trace_thread(t->trace, a->e.addr, a->step)
                             : RDL_NO_TID;
}

/* A call that makes descriptors has none yet. */
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
    struct rdl_append w = rdl_append_begin(out, size);
    const struct rdl_extra *extra;

    if (rdl_op_accesses((enum rdl_op)a->e.op)) {
        words_access(&w, t, a);
        return out;
    }
    switch (a->e.op) {
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
        extra = rdl_table_extra(a, RDL_EXTRA_UNLOCK);
        if (extra != NULL)
            rdl_append(&w, ", unlock %s", rdl_table_name(t, extra->lock.addr));
        break;
    case RDL_OP_WAKE:
        rdl_table_wakes_up(&w, t, a);
        break;
    case RDL_OP_SIGNAL:
        rdl_table_wakes(&w, t, a, "signal", /*none_counts=*/true);
        break;
    case RDL_OP_BROADCAST:
        rdl_table_wakes(&w, t, a, "broadcast", /*none_counts=*/true);
        break;
    case RDL_OP_SEM_POST:
        rdl_table_wakes(&w, t, a, "post", /*none_counts=*/false);
        break;
    case RDL_OP_FUTEX_WAKE:
        rdl_table_wakes(&w, t, a, "futex wake", /*none_counts=*/true);
        break;
    case RDL_OP_CREATE:
        extra = rdl_table_extra(a, RDL_EXTRA_CREATE);
        words_thread(&w, "create",
                     extra != NULL ? extra->created.tid : RDL_NO_TID);
        break;
    case RDL_OP_JOIN:
        words_thread(&w, "join", words_joined(t, a));
        break;
    case RDL_OP_START:
        rdl_append(&w, "start");
        break;
    case RDL_OP_EXIT:
        rdl_append(&w, "end");
        break;
    case RDL_OP_FREE:
        rdl_append(
            &w, "free %s",
            rdl_table_whole(t, a->e.addr, (char[TABLE_NAME]){ 0 }, TABLE_NAME));
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
        if (a->e.op != RDL_OP_SLEEP && words_timed_out(t, a))
            rdl_append(&w, ": time-out");
        rdl_table_time_passed(&w, a);
        words_order(&w, &a->e);
    }
    return out;
}

char *rdl_table_operation(struct rdl_table *t, const struct rdl_event *e,
                          char *out, size_t size)
{
    struct table_act act = { .e = *e };
    const char *name;
    char *end;

    act.e.flags &= (uint8_t)~RDL_EV_VALUE;
    rdl_table_words(t, &act, out, size);
    /* Cuts off whom it wakes and what it unlocks, but not a part of the name.
     */
    name = rdl_table_name(t, e->addr);
    end = strstr(out, name);
    for (end = end != NULL ? end + strlen(name) : out; *end != '\0'; end++) {
        if ((end[0] == ':' || end[0] == ',') && end[1] == ' ')
            break;
    }
    *end = '\0';
    return out;
}
