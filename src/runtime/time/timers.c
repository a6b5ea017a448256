/* timers.c - alarm, ualarm and interval timers, in virtual time.
 *
 * All three interval timers run on virtual time: CPU time advances only when
 * clocks are read, and a program that waits for SIGVTALRM must get it. */
#include "runtime/time/clock_calls.h"
#include "runtime/observe/race.h"
#include "runtime/machine/raw.h"
#include "runtime/sched/family.h"
#include "runtime/sched/interval.h"
#include "runtime/signals/signals.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"
#include "runtime/sched/timers.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#define N_TIMERS 3 /* ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF */

RDL_REAL(unsigned, alarm, unsigned);
RDL_REAL(useconds_t, ualarm, useconds_t, useconds_t);
RDL_REAL(int, setitimer, __itimer_which_t, const struct itimerval *,
         struct itimerval *);
RDL_REAL(int, getitimer, __itimer_which_t, struct itimerval *);

static struct rdl_interval intervals[N_TIMERS];
static const int signals[N_TIMERS] = { SIGALRM, SIGVTALRM, SIGPROF };

static int timers_signal_of(const struct rdl_timer *timer)
{
    return signals[(const struct rdl_interval *)timer - intervals];
}

/* A signal is pending once, however often it was sent. */
static bool timers_is_quiet(const struct rdl_timer *timer)
{
    return rdl_timer_signal_quiet(timers_signal_of(timer));
}

static bool timers_is_deadly(const struct rdl_timer *timer)
{
    return rdl_timer_signal_deadly(NULL, timers_signal_of(timer));
}

static void timers_expire(struct rdl_interval *i, uint64_t times)
{
    (void)times;
    rdl_signals_send_process(timers_signal_of(&i->timer), SI_KERNEL);
}

bool rdl_timer_signal_quiet(int signo)
{
    struct rdl_action action;

    rdl_signals_action(signo, NULL, &action);
    if (action.handler.plain == SIG_IGN)
        return true;
    return (rdl_signals_pending(rdl_self) & RDL_SIGNAL_BIT(signo)) != 0;
}

bool rdl_timer_signal_deadly(const struct rdl_thread *t, int signo)
{
    return rdl_signals_deadly(t, signo);
}

static uint64_t timers_timeval_ns(const struct timeval *t)
{
    return rdl_timespec_ns(&(struct timespec){ .tv_sec = t->tv_sec,
                                               .tv_nsec = t->tv_usec * 1000 });
}

static struct timeval timers_ns_timeval(uint64_t ns)
{
    return (struct timeval){ .tv_sec = (time_t)(ns / RDL_SECOND),
                             .tv_usec = (long)(ns % RDL_SECOND / 1000) };
}

static void timers_arm(int which, uint64_t first, uint64_t period)
{
    intervals[which].expire = timers_expire;
    intervals[which].timer.quiet = timers_is_quiet;
    intervals[which].timer.deadly = timers_is_deadly;
    rdl_interval_set(&intervals[which],
                     first == 0 ? RDL_NEVER : rdl_after(first), period);
}

static bool timers_timeval_valid(const struct timeval *t)
{
    return t->tv_sec >= 0 && t->tv_usec >= 0 && t->tv_usec < 1000000;
}

long rdl_timer_getitimer(int which, struct itimerval *out)
{
    if (which < 0 || which >= N_TIMERS)
        return -EINVAL;
    rdl_race_outside();
    /* A remainder below 1 us shows as 1 us: the timer is armed. */
    out->it_value =
        timers_ns_timeval(rdl_interval_left(&intervals[which]) + 999);
    out->it_interval = timers_ns_timeval(intervals[which].period);
    return 0;
}

long rdl_timer_setitimer(int which, const struct itimerval *new,
                         struct itimerval *old, uintptr_t pc)
{
    static const struct itimerval none;

    if (new == NULL)
        new = &none; /* like Linux */
    if (which < 0 || which >= N_TIMERS ||
        !timers_timeval_valid(&new->it_value) ||
        !timers_timeval_valid(&new->it_interval))
        return -EINVAL;
    rdl_point(RDL_OP_SYSCALL, NULL, 0, pc);
    if (old != NULL)
        rdl_timer_getitimer(which, old);
    timers_arm(which, timers_timeval_ns(&new->it_value),
               timers_timeval_ns(&new->it_interval));
    return 0;
}

unsigned rdl_timer_alarm(unsigned seconds, uintptr_t pc)
{
    uint64_t left;

    rdl_point(RDL_OP_SYSCALL, NULL, 0, pc);
    left = rdl_interval_left(&intervals[ITIMER_REAL]);
    timers_arm(ITIMER_REAL, seconds * RDL_SECOND, 0);
    /* Rounded, but never to 0 while a timer was armed. */
    if (left > 0 && left < RDL_SECOND)
        return 1;
    return (unsigned)((left + RDL_SECOND / 2) / RDL_SECOND);
}

RDL_EXPORT unsigned alarm(unsigned seconds)
{
    if (!rdl_controlled())
        return REAL(alarm)(seconds);
    return rdl_timer_alarm(seconds, RDL_PC);
}

RDL_EXPORT useconds_t ualarm(useconds_t value, useconds_t interval)
{
    struct itimerval new = { .it_value =
                                 timers_ns_timeval(value * UINT64_C(1000)),
                             .it_interval =
                                 timers_ns_timeval(interval * UINT64_C(1000)) };
    struct itimerval old;

    if (!rdl_controlled())
        return REAL(ualarm)(value, interval);
    if (rdl_answer(rdl_timer_setitimer(ITIMER_REAL, &new, &old, RDL_PC)) != 0)
        return (useconds_t)-1;
    return (useconds_t)(old.it_value.tv_sec * 1000000 + old.it_value.tv_usec);
}

RDL_EXPORT int setitimer(__itimer_which_t which,
                         const struct itimerval *restrict new,
                         struct itimerval *restrict old)
{
    if (!rdl_controlled())
        return REAL(setitimer)(which, new, old);
    return rdl_answer(rdl_timer_setitimer((int)which, new, old, RDL_PC));
}

RDL_EXPORT int getitimer(__itimer_which_t which, struct itimerval *out)
{
    if (!rdl_controlled())
        return REAL(getitimer)(which, out);
    rdl_call_writes(out, sizeof(*out), RDL_PC);
    return rdl_answer(rdl_timer_getitimer((int)which, out));
}

/* --- Other processes
 * ----------------------------------------------------------- */

/* POSIX: a new process has no timer. */
static void timers_forked(void)
{
    for (int i = 0; i < N_TIMERS; i++)
        rdl_interval_set(&intervals[i], RDL_NEVER, 0);
}

/* POSIX: they go on in the new program, where time is real. */
static void timers_exec_begins(void)
{
    struct itimerval left;

    for (int i = 0; i < N_TIMERS; i++) {
        rdl_timer_getitimer(i, &left);
        if (intervals[i].timer.linked)
            rdl_raw(SYS_setitimer, i, &left, NULL);
    }
}

static void timers_exec_failed(void)
{
    static const struct itimerval none;

    for (int i = 0; i < N_TIMERS; i++) {
        if (intervals[i].timer.linked)
            rdl_raw(SYS_setitimer, i, &none, NULL);
    }
}

const struct rdl_family rdl_family_interval_timers = {
    .forked = timers_forked,
    .exec_begins = timers_exec_begins,
    .exec_failed = timers_exec_failed,
};
