/* posix_timers.c - timer_create and related calls, in virtual time.
 *
 * SIGEV_THREAD works as in the C library: a helper thread per timer waits for
 * it to expire and makes a detached thread for each notification. */
#include "runtime/time/clock_calls.h"
#include "runtime/observe/race.h"
#include "runtime/core/identity.h"
#include "runtime/sched/family.h"
#include "runtime/sched/interval.h"
#include "runtime/core/persistent.h"
#include "runtime/threads/lifecycle.h"
#include "runtime/signals/signals.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"
#include "runtime/sched/thread_life.h"
#include "runtime/sched/timers.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TIMERS 1024

RDL_REAL(int, timer_create, clockid_t, struct sigevent *, timer_t *);
RDL_REAL(int, timer_delete, timer_t);
RDL_REAL(int, timer_settime, timer_t, int, const struct itimerspec *,
         struct itimerspec *);
RDL_REAL(int, timer_gettime, timer_t, struct itimerspec *);
RDL_REAL(int, timer_getoverrun, timer_t);

static struct posix_timer {
    struct rdl_interval
        interval; /* first, so that posix_timers_expire() can cast from it */
    bool used;
    clockid_t clock;
    struct sigevent event;
    struct rdl_thread *receiver; /* SIGEV_THREAD_ID */
    struct rdl_thread *helper;   /* SIGEV_THREAD */
    /* Notifications that the helper still has to make. */
    uint64_t due;
    uint64_t overrun;
} timers[MAX_TIMERS];
static size_t n_timers; /* number of timers ever used */

RDL_KEEP_USED(timers, n_timers);

/* Handles are 1, 2, ...: a target may use 0 for "no timer". */
static struct posix_timer *posix_timers_timer_of(timer_t handle)
{
    uintptr_t i = (uintptr_t)handle - 1;

    return i < n_timers && timers[i].used ? &timers[i] : NULL;
}

static bool posix_timers_is_quiet(const struct rdl_timer *timer)
{
    const struct posix_timer *p = (const struct posix_timer *)timer;

    switch (p->event.sigev_notify) {
    case SIGEV_NONE:
        return true;
    case SIGEV_THREAD:
        return false;
    default:
        return rdl_timer_signal_quiet(p->event.sigev_signo);
    }
}

static bool posix_timers_is_deadly(const struct rdl_timer *timer)
{
    const struct posix_timer *p = (const struct posix_timer *)timer;

    return p->event.sigev_notify != SIGEV_NONE &&
           p->event.sigev_notify != SIGEV_THREAD &&
           rdl_timer_signal_deadly(p->receiver, p->event.sigev_signo);
}

static void posix_timers_expire(struct rdl_interval *interval, uint64_t times)
{
    struct posix_timer *p = (struct posix_timer *)interval;
    siginfo_t info = { 0 };

    switch (p->event.sigev_notify) {
    case SIGEV_NONE:
        return;
    case SIGEV_THREAD:
        p->due += times;
        rdl_changed(p);
        return;
    default:
        break;
    }
    /* A pending notification counts the later ones. */
    if (rdl_timer_signal_quiet(p->event.sigev_signo)) {
        p->overrun += times;
        return;
    }
    p->overrun = times - 1;
    info.si_signo = p->event.sigev_signo;
    info.si_code = SI_TIMER;
    info.si_value = p->event.sigev_value;
    info.si_timerid = (int)(p - timers) + 1;
    info.si_overrun = p->overrun < INT_MAX ? (int)p->overrun : INT_MAX;
    rdl_signals_send(p->receiver, &info);
}

struct notification {
    void (*function)(union sigval);
    union sigval value;
};

static void *posix_timers_notify(void *argument)
{
    struct notification n = *(struct notification *)argument;

    free(argument);
    n.function(n.value);
    return NULL;
}

static bool posix_timers_helper_ready(const struct rdl_wait *wait)
{
    const struct posix_timer *p = (const void *)(uintptr_t)wait->arg[0];

    return p->due > 0 || !p->used;
}

static void *posix_timers_help(void *argument)
{
    struct posix_timer *p = argument;

    for (;;) {
        struct notification *n;
        pthread_t handle;
        struct rdl_wait wait = {
            .kind = RDL_WAIT_SIGNAL,
            .what = "timer",
            .object = p,
            .ready = posix_timers_helper_ready,
            .deadline = RDL_NEVER,
            .arg = { (uintptr_t)p },
        };

        if (!posix_timers_helper_ready(&wait))
            rdl_block(&wait, RDL_OP_SLEEP, RDL_PC);
        if (!p->used || p->helper != rdl_self)
            return NULL;
        p->due--;
        n = malloc(sizeof(*n));
        if (n == NULL)
            continue;
        *n = (struct notification){ p->event.sigev_notify_function,
                                    p->event.sigev_value };
        if (rdl_thread_create(&handle, p->event.sigev_notify_attributes,
                              posix_timers_notify, n, RDL_PC) == 0)
            rdl_thread_detach(handle, RDL_PC);
        else
            free(n);
    }
}

static long posix_timers_create(clockid_t clock, const struct sigevent *event,
                                timer_t *out)
{
    size_t i = 0;
    struct posix_timer *p;

    if (!rdl_clock_known(clock))
        return -EINVAL;
    while (i < n_timers && timers[i].used)
        i++;
    if (i == MAX_TIMERS)
        return -EAGAIN;
    if (i == n_timers)
        n_timers++;
    p = &timers[i];
    *p = (struct posix_timer){ .used = true, .clock = clock };
    p->interval.expire = posix_timers_expire;
    p->interval.timer.quiet = posix_timers_is_quiet;
    p->interval.timer.deadly = posix_timers_is_deadly;
    if (event != NULL) {
        p->event = *event;
    } else {
        p->event.sigev_notify = SIGEV_SIGNAL;
        p->event.sigev_signo = SIGALRM;
        p->event.sigev_value.sival_int = (int)i + 1;
    }
    if (p->event.sigev_notify == SIGEV_THREAD_ID) {
        p->receiver = rdl_identity_thread(p->event._sigev_un._tid);
        if (p->receiver == NULL) {
            p->used = false;
            return -EINVAL;
        }
    }
    if (p->event.sigev_notify == SIGEV_THREAD) {
        p->helper = rdl_thread_new(posix_timers_help, p, NULL, 0);
        if (p->helper == NULL) {
            p->used = false;
            return -EAGAIN;
        }
        p->helper->detached = true;
        p->helper->helper = true;
        memcpy(p->helper->name, "timer", sizeof("timer"));
        /* As in the C library: the helper does not take the target's
         * signals. */
        rdl_signals_of(p->helper)->mask = ~UINT64_C(0);
        rdl_attributes_new(p->helper, NULL, p->helper->stack_size);
    }
    *out = (timer_t)(i + 1);
    return 0;
}

static long posix_timers_settime(struct posix_timer *p, int flags,
                                 const struct itimerspec *new,
                                 struct itimerspec *old)
{
    if (!rdl_timespec_valid(&new->it_value) ||
        !rdl_timespec_valid(&new->it_interval))
        return -EINVAL;
    if (old != NULL)
        *old = rdl_interval_shown(&p->interval);
    p->overrun = 0;
    rdl_interval_arm(&p->interval, p->clock, (flags & TIMER_ABSTIME) != 0, new);
    return 0;
}

RDL_EXPORT int timer_create(clockid_t clock, struct sigevent *restrict event,
                            timer_t *restrict out)
{
    if (!rdl_controlled())
        return REAL(timer_create)(clock, event, out);
    rdl_point(RDL_OP_CREATE, NULL, 0, RDL_PC);
    return rdl_answer(posix_timers_create(clock, event, out));
}

RDL_EXPORT int timer_delete(timer_t handle)
{
    struct posix_timer *p;

    if (!rdl_controlled())
        return REAL(timer_delete)(handle);
    rdl_point(RDL_OP_SYSCALL, NULL, 0, RDL_PC);
    p = posix_timers_timer_of(handle);
    if (p == NULL)
        return rdl_answer(-EINVAL);
    rdl_interval_set(&p->interval, RDL_NEVER, 0);
    p->used = false;
    rdl_changed(p);
    return 0;
}

RDL_EXPORT int timer_settime(timer_t handle, int flags,
                             const struct itimerspec *restrict new,
                             struct itimerspec *restrict old)
{
    struct posix_timer *p;

    if (!rdl_controlled())
        return REAL(timer_settime)(handle, flags, new, old);
    rdl_point(RDL_OP_SYSCALL, NULL, 0, RDL_PC);
    p = posix_timers_timer_of(handle);
    return rdl_answer(p == NULL ? -EINVAL
                                : posix_timers_settime(p, flags, new, old));
}

RDL_EXPORT int timer_gettime(timer_t handle, struct itimerspec *out)
{
    const struct posix_timer *p;

    if (!rdl_controlled())
        return REAL(timer_gettime)(handle, out);
    p = posix_timers_timer_of(handle);
    if (p == NULL)
        return rdl_answer(-EINVAL);
    rdl_call_writes(out, sizeof(*out), RDL_PC);
    rdl_race_outside();
    *out = rdl_interval_shown(&p->interval);
    return 0;
}

RDL_EXPORT int timer_getoverrun(timer_t handle)
{
    const struct posix_timer *p;

    if (!rdl_controlled())
        return REAL(timer_getoverrun)(handle);
    p = posix_timers_timer_of(handle);
    if (p == NULL)
        return rdl_answer(-EINVAL);
    rdl_race_outside();
    return p->overrun < INT_MAX ? (int)p->overrun : INT_MAX;
}

/* POSIX: a new process has no timer.  A new program has none either, so there
 * is nothing to do before an exec. */
static void posix_timers_forked(void)
{
    for (size_t i = 0; i < n_timers; i++) {
        rdl_interval_set(&timers[i].interval, RDL_NEVER, 0);
        timers[i].used = false;
    }
}

const struct rdl_family rdl_family_posix_timers = {
    .forked = posix_timers_forked,
};
