/* wait.c - which threads wait for which descriptors, and when they are
 * ready. */
#include "runtime/io/wait.h"

#include "runtime/io/io.h"
#include "runtime/io/external_input.h"
#include "runtime/io/table.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/descriptors.h"
#include "runtime/core/thread.h"
#include "runtime/sched/family.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

/* Number of the latest look, and whether it was made because no thread could
 * run: the number of such looks depends on real time, so they have the number
 * of the previous look. */
static uint64_t looks;
static enum { BUSY, IDLE, IDLE_FOR_LONG } state;
/* The latest step at which only the inside could end the waits; recorded once,
 * however often it is asked before the next step. */
static uint64_t alone_at = RDL_NEVER;

static bool wait_ready(const struct rdl_wait *wait)
{
    return ((const struct rdl_io_wait *)wait)->ready;
}

/* The wait of thread `tid`, NULL if it does not wait for descriptors.  Uses the
 * scheduler's list: a handler that jumps out of a wait removes it there, but
 * would leave it in a list of ours. */
static struct rdl_io_wait *wait_of(rdl_tid tid)
{
    struct rdl_wait *wait = rdl_thread_at(tid)->wait;

    if (wait == NULL || wait->ready != wait_ready)
        return NULL;
    return (struct rdl_io_wait *)wait;
}

/* Does `revents` end a wait for `events`? */
static bool wait_counts(short events, short revents, bool by_select)
{
    short want = events;

    if (!by_select)
        return revents != 0;
    /* As in fs/select.c: the end of input is readable, an error is both. */
    if ((events & POLLIN) != 0)
        want |= POLLHUP | POLLERR;
    if ((events & POLLOUT) != 0)
        want |= POLLERR;
    return (revents & (want | POLLNVAL)) != 0;
}

int rdl_io_look(struct pollfd *fds, size_t n, bool by_select)
{
    int count = 0;

    for (size_t i = 0; i < n; i++)
        fds[i].revents = 0;
    if (rdl_raw(SYS_poll, fds, n, 0) <= 0)
        return 0;
    for (size_t i = 0; i < n; i++)
        count += wait_counts(fds[i].events, fds[i].revents, by_select);
    return count;
}

uint64_t rdl_io_deadline(uint64_t ns)
{
    uint64_t now = rdl_now();

    if (ns >= RDL_NEVER - now)
        return RDL_NEVER;
    return now + ns > 0 ? now + ns : 1;
}

static bool wait_is_ready_now(struct rdl_io_wait *w)
{
    if (w->retry)
        return state == BUSY || (w->outside && state == IDLE_FOR_LONG) ||
               w->ready;
    if (w->probe != NULL)
        return w->probe(w->fds[0].fd);
    return rdl_io_look(w->fds, w->n, w->select) > 0;
}

static bool wait_was_ready(const struct rdl_io_wait *w, rdl_tid tid,
                           int64_t look)
{
    if (!rdl_external_input_due(tid, RDL_INPUT_READY) ||
        rdl_external_input_peek() >> 1 != look)
        return w->ready;
    return (rdl_external_input_serve(tid, RDL_INPUT_READY, NULL) & 1) != 0;
}

static void wait_look_at(struct rdl_io_wait *w, rdl_tid tid)
{
    int64_t look = (int64_t)(looks << 1 | (state != BUSY));
    bool serve = w->recorded && rdl_external_input_serving();
    bool ready = serve ? wait_was_ready(w, tid, look) : wait_is_ready_now(w);

    if (ready == w->ready)
        return;
    if (w->recorded && !serve)
        rdl_external_input_record(tid, RDL_INPUT_READY, look << 1 | ready,
                                  NULL);
    w->ready = ready;
    rdl_changed(w->wait.object);
}

static bool wait_look_at_all(void)
{
    bool any = false;

    for (size_t tid = 0; tid < rdl_thread_limit(); tid++) {
        struct rdl_io_wait *w = wait_of((rdl_tid)tid);

        if (w == NULL)
            continue;
        wait_look_at(w, (rdl_tid)tid);
        any |= w->ready;
    }
    return any;
}

void rdl_io_changed(void)
{
    looks++;
    wait_look_at_all();
}

/* Threads that wait for a pipe now wait for the child, too. */
void rdl_io_forked(void)
{
    rdl_io_share_all();
    for (size_t tid = 0; tid < rdl_thread_limit(); tid++) {
        struct rdl_io_wait *w = wait_of((rdl_tid)tid);

        for (size_t i = 0; w != NULL && i < w->n; i++) {
            if (rdl_io_known(w->fds[i].fd)->outside)
                w->recorded = w->outside = true;
        }
    }
}

static bool wait_any_outside(void)
{
    bool recorded = false, outside = false;

    for (size_t tid = 0; tid < rdl_thread_limit(); tid++) {
        const struct rdl_io_wait *w = wait_of((rdl_tid)tid);

        recorded |= w != NULL && w->recorded;
        outside |= w != NULL && w->outside;
    }
    if (!recorded)
        return false;
    if (rdl_external_input_serving()) {
        bool due = rdl_external_input_due(rdl_self->tid, RDL_INPUT_ALONE);

        if (due)
            rdl_external_input_serve(rdl_self->tid, RDL_INPUT_ALONE, NULL);
        alone_at = due ? rdl_steps : alone_at;
        return alone_at != rdl_steps && rdl_external_input_exhausted();
    }
    if (!outside && alone_at != rdl_steps) {
        rdl_external_input_record(rdl_self->tid, RDL_INPUT_ALONE, 0, NULL);
        alone_at = rdl_steps;
    }
    return outside;
}

/* Waits in real time until one of the descriptors is ready. */
static void wait_outside(int ms)
{
    static struct pollfd fds[RDL_IO_MAX];
    RDL_PERSISTENT_HERE(fds); /* filled here */
    size_t n = 0;

    for (size_t tid = 0; tid < rdl_thread_limit(); tid++) {
        const struct rdl_io_wait *w = wait_of((rdl_tid)tid);

        if (w == NULL || !w->outside || w->retry || w->probe != NULL)
            continue;
        for (size_t i = 0; i < w->n && n < RDL_IO_MAX; i++)
            fds[n++] = w->fds[i];
    }
    if (rdl_external_input_serving())
        n = 0;
    rdl_raw(SYS_poll, fds, n, ms);
}

static bool wait_poll(int ms)
{
    bool any;

    state = IDLE;
    any = wait_look_at_all();
    if (!any && ms > 0) {
        wait_outside(ms);
        state = IDLE_FOR_LONG;
        any = wait_look_at_all();
    }
    state = BUSY;
    return any;
}

/* "3, to read": the first descriptor, and what for. */
static void wait_describe(struct rdl_io_wait *w)
{
    char digits[8];
    size_t n = 0, at = 0;
    unsigned fd = (unsigned)w->fds[0].fd;
    const char *rest = w->n > 1                            ? " and others"
                       : (w->fds[0].events & POLLIN) != 0  ? ", to read"
                       : (w->fds[0].events & POLLOUT) != 0 ? ", to write"
                                                           : "";

    do {
        digits[n++] = (char)('0' + fd % 10);
        fd /= 10;
    } while (fd > 0 && n < 5);
    while (n > 0)
        w->what[at++] = digits[--n];
    while (*rest != '\0' && at < sizeof(w->what) - 1)
        w->what[at++] = *rest++;
    w->what[at] = '\0';
}

enum rdl_woke rdl_io_block(struct rdl_io_wait *w, enum rdl_op op,
                           uint64_t deadline, bool cancellable, uintptr_t pc)
{
    int fd = w->n > 0 ? w->fds[0].fd : -1;
    uintptr_t name = fd >= 0 && fd < RDL_IO_MAX ? (uintptr_t)fd : RDL_IO_MAX;

    w->ready = false;
    for (size_t i = 0; i < w->n && w->recorded && !w->outside; i++)
        w->outside = rdl_io_reachable(w->fds[i].fd);
    if (fd >= 0)
        wait_describe(w);
    w->wait = (struct rdl_wait){
        .kind = RDL_WAIT_DESCRIPTOR,
        .what = fd >= 0 ? w->what : "time",
        .object = (const void *)name,
        .ready = wait_ready,
        .deadline = deadline,
        .interruptible = true,
        .restarts = w->restarts && deadline == RDL_NEVER,
        .cancellable = cancellable,
    };
    return rdl_block(&w->wait, op, pc);
}

/* The lowest number for copies: out of the way of the target's numbers. */
static int wait_copies_from(void)
{
    struct rlimit64 r = { 0 };

    rdl_raw(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, &r);
    return (int)(r.rlim_cur < RDL_IO_MAX ? r.rlim_cur / 2 : RDL_IO_MAX / 2);
}

void rdl_io_hold(int fd)
{
    for (size_t tid = 0; tid < rdl_thread_limit(); tid++) {
        struct rdl_io_wait *w = wait_of((rdl_tid)tid);

        for (size_t i = 0; w != NULL && i < w->n; i++) {
            long copy;

            if (w->fds[i].fd != fd)
                continue;
            copy = rdl_raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, wait_copies_from());
            if (copy < 0)
                continue;
            rdl_descriptor_new((int)copy);
            rdl_io_copied(fd, (int)copy);
            rdl_io_known((int)copy)->held = true;
            w->fds[i].fd = (int)copy;
            w->holds = true;
        }
    }
}

void rdl_io_let_go(struct rdl_io_wait *w)
{
    if (!w->holds)
        return;
    for (size_t i = 0; i < w->n; i++) {
        int fd = w->fds[i].fd;

        if (rdl_io_known(fd)->held) {
            rdl_io_closed(fd);
            rdl_raw(SYS_close, fd);
        }
    }
    w->holds = false;
    rdl_io_changed();
}

const struct rdl_family rdl_family_io = {
    .outside = wait_any_outside,
    .poll = wait_poll,
};
