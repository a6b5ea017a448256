/* timerfd.c - timer descriptors: eventfds that a virtual timer writes to.
 *
 * Reading an eventfd returns the sum of what was written and sets it to 0,
 * exactly what reading a timer descriptor does with expirations; so read, poll
 * and epoll need no special case. */
#include "runtime/io/timerfd.h"

#include "runtime/sched/interval.h"
#include "runtime/io/io.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/descriptors.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/sched/timers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

#define MAX_TIMERS 256
/* Our own descriptors stay out of the way of the target's low numbers. */
#define OWN_LOWEST 900

RDL_REAL(int, timerfd_create, __clockid_t, int);
RDL_REAL(int, timerfd_settime, int, int, const struct itimerspec *,
         struct itimerspec *);
RDL_REAL(int, timerfd_gettime, int, struct itimerspec *);

static struct timer_fd {
    struct rdl_interval
        interval; /* first, so that timerfd_expire() can cast from it */
    bool used;
    bool unread; /* an expiration was written; perhaps read since */
    clockid_t clock;
    int fd;  /* the target's */
    int own; /* a duplicate: the target may close and reuse its own unseen */
} timers[MAX_TIMERS];
static size_t n_timers; /* number of timers ever used */

RDL_KEEP_USED(timers, n_timers);

static struct timer_fd *timerfd_timer_of(int fd)
{
    for (size_t i = 0; i < n_timers; i++) {
        if (timers[i].used && timers[i].fd == fd)
            return &timers[i];
    }
    return NULL;
}

static bool timerfd_readable(const struct timer_fd *t)
{
    struct pollfd p = { .fd = t->own, .events = POLLIN };

    return rdl_raw(SYS_poll, &p, 1, 0) == 1;
}

static bool timerfd_is_quiet(const struct rdl_timer *timer)
{
    const struct timer_fd *t = (const struct timer_fd *)timer;

    return t->unread && timerfd_readable(t);
}

static void timerfd_forget(struct timer_fd *t)
{
    rdl_interval_set(&t->interval, RDL_NEVER, 0);
    rdl_raw(SYS_close, t->own);
    t->used = false;
}

static void timerfd_expire(struct rdl_interval *interval, uint64_t times)
{
    struct timer_fd *t = (struct timer_fd *)interval;

    t->unread = true;
    if (rdl_raw(SYS_write, t->own, &times, sizeof(times)) < 0)
        timerfd_forget(t);
    else
        rdl_io_changed();
}

void rdl_timerfd_closed(int fd)
{
    struct timer_fd *t = timerfd_timer_of(fd);

    if (t != NULL)
        timerfd_forget(t);
}

static bool timerfd_clock_allowed(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ||
           clock == CLOCK_BOOTTIME || clock == CLOCK_REALTIME_ALARM ||
           clock == CLOCK_BOOTTIME_ALARM;
}

/* Registers the new eventfd `fd` as a timer; 0 or -errno. */
static long timerfd_note_timer(int fd, clockid_t clock)
{
    size_t i = 0;
    long own;

    rdl_timerfd_closed(fd); /* the number may have belonged to another timer */
    while (i < n_timers && timers[i].used)
        i++;
    if (i == MAX_TIMERS)
        return -EMFILE;
    own = rdl_raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, OWN_LOWEST);
    if (own == -EINVAL) /* the limit on descriptors is lower than OWN_LOWEST */
        own = rdl_raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 0);
    if (own < 0)
        return own;
    rdl_descriptor_new((int)own);
    if (i == n_timers)
        n_timers++;
    timers[i] = (struct timer_fd){
        .used = true, .clock = clock, .fd = fd, .own = (int)own
    };
    timers[i].interval.expire = timerfd_expire;
    timers[i].interval.timer.quiet = timerfd_is_quiet;
    return 0;
}

long rdl_timerfd_create(clockid_t clock, int flags, uintptr_t pc)
{
    struct rdl_syscall call = {
        .number = SYS_eventfd2,
        .arg = { 0, ((flags & TFD_CLOEXEC) != 0 ? EFD_CLOEXEC : 0) |
                        ((flags & TFD_NONBLOCK) != 0 ? EFD_NONBLOCK : 0) },
        .pc = pc,
    };
    long fd, error;

    if (!timerfd_clock_allowed(clock) ||
        (flags & ~(TFD_CLOEXEC | TFD_NONBLOCK)) != 0)
        return -EINVAL;
    fd = rdl_syscall(&call); /* a scheduling point */
    if (fd < 0)
        return fd;
    error = timerfd_note_timer((int)fd, clock);
    if (error < 0) {
        rdl_raw(SYS_close, fd);
        return error;
    }
    return fd;
}

static long timerfd_wrong_descriptor(int fd)
{
    return rdl_raw(SYS_fcntl, fd, F_GETFD) < 0 ? -EBADF : -EINVAL;
}

long rdl_timerfd_settime(int fd, int flags, const struct itimerspec *new,
                         struct itimerspec *old, uintptr_t pc)
{
    struct timer_fd *t;
    uint64_t unread;

    rdl_point(RDL_OP_IO, (void *)(uintptr_t)fd, 1, pc);
    rdl_call_touches(new, sizeof(*new), /*writes=*/false);
    rdl_call_touches(old, sizeof(*old), /*writes=*/true);
    t = timerfd_timer_of(fd);
    if (t == NULL)
        return timerfd_wrong_descriptor(fd);
    if (!rdl_timespec_valid(&new->it_value) ||
        !rdl_timespec_valid(&new->it_interval) ||
        (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)) != 0)
        return -EINVAL;
    if (old != NULL)
        *old = rdl_interval_shown(&t->interval);
    if (timerfd_readable(t)) /* setting the time drops expirations */
        rdl_raw(SYS_read, t->own, &unread, sizeof(unread));
    t->unread = false;
    rdl_interval_arm(&t->interval, t->clock, (flags & TFD_TIMER_ABSTIME) != 0,
                     new);
    return 0;
}

/* It is not a step. */
long rdl_timerfd_gettime(int fd, struct itimerspec *out, uintptr_t pc)
{
    const struct timer_fd *t = timerfd_timer_of(fd);

    rdl_call_unseen(RDL_UNSEEN "timerfd_gettime", pc);
    if (t == NULL)
        return timerfd_wrong_descriptor(fd);
    *out = rdl_interval_shown(&t->interval);
    return 0;
}

RDL_EXPORT int timerfd_create(__clockid_t clock, int flags)
{
    if (!rdl_controlled())
        return REAL(timerfd_create)(clock, flags);
    return rdl_answer(rdl_timerfd_create(clock, flags, RDL_PC));
}

RDL_EXPORT int timerfd_settime(int fd, int flags, const struct itimerspec *new,
                               struct itimerspec *old)
{
    if (!rdl_controlled())
        return REAL(timerfd_settime)(fd, flags, new, old);
    return rdl_answer(rdl_timerfd_settime(fd, flags, new, old, RDL_PC));
}

RDL_EXPORT int timerfd_gettime(int fd, struct itimerspec *out)
{
    if (!rdl_controlled())
        return REAL(timerfd_gettime)(fd, out);
    return rdl_answer(rdl_timerfd_gettime(fd, out, RDL_PC));
}
