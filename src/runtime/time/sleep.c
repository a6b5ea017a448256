/* sleep.c - sleeping: no real time passes; the thread continues when no other
 * thread can run, or earlier if the strategy advances time.
 *
 * A sleep is one step, taken as it ends: no other thread can observe its
 * begin. */
#include "runtime/sched/clock.h"

#include "runtime/time/clock_calls.h"
#include "runtime/machine/raw.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_NAP RDL_SECOND
#define DOUBLINGS 30

RDL_REAL(unsigned, sleep, unsigned);
RDL_REAL(int, usleep, useconds_t);
RDL_REAL(int, nanosleep, const struct timespec *, struct timespec *);
RDL_REAL(int, clock_nanosleep, clockid_t, int, const struct timespec *,
         struct timespec *);

/* A loop that polls and sleeps briefly would need a million rounds for a
 * second. While nothing that it sees changes, each sleep is twice as long as
 * the previous one: a sleep may always last longer than requested. */
static uint64_t sleep_stretched(uint64_t deadline)
{
    uint32_t rounds = rdl_self->spin.rounds;
    uint64_t now = rdl_now(), length;

    if (rounds == 0 || deadline <= now || deadline - now >= LONGEST_NAP)
        return deadline;
    length = (deadline - now) << (rounds < DOUBLINGS ? rounds : DOUBLINGS);
    return now + (length < LONGEST_NAP ? length : LONGEST_NAP);
}

/* A handler ends it early (RDL_WOKE_SIGNAL), cancellation if `cancellable`. */
static enum rdl_woke sleep_until(uint64_t deadline, bool cancellable,
                                 uintptr_t pc)
{
    const uint64_t until = deadline > 0 ? sleep_stretched(deadline) : 1;
    struct rdl_wait wait = {
        .kind = RDL_WAIT_SLEEP,
        .what = "sleep",
        .deadline = until,
        .stretch = deadline > 0 ? until - deadline : 0,
        .interruptible = true,
        .cancellable = cancellable,
    };

    return rdl_block(&wait, RDL_OP_SLEEP, pc);
}

/* Clocks that a thread can sleep on; the kernel supports no others either. */
static bool sleeps(clockid_t clock)
{
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_MONOTONIC:
    case CLOCK_BOOTTIME:
    case CLOCK_TAI:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_BOOTTIME_ALARM:
    case CLOCK_PROCESS_CPUTIME_ID:
        return true;
    default:
        return false;
    }
}

static long sleep_check(clockid_t clock, const struct timespec *request)
{
    if (!rdl_clock_known(clock) || clock == CLOCK_THREAD_CPUTIME_ID)
        return -EINVAL;
    if (!sleeps(clock) && clock >= 0)
        return -EOPNOTSUPP;
    if (request == NULL)
        return -EFAULT;
    return rdl_timespec_valid(request) ? 0 : -EINVAL;
}

long rdl_clock_nanosleep(clockid_t clock, int flags,
                         const struct timespec *request, struct timespec *rest,
                         bool cancellable, uintptr_t pc)
{
    bool absolute = (flags & TIMER_ABSTIME) != 0;
    long error = sleep_check(clock, request);
    uint64_t deadline;
    enum rdl_woke woke;

    if (error != 0)
        return error;
    deadline = absolute ? rdl_clock_deadline(clock, request)
                        : rdl_after(rdl_timespec_ns(request));
    woke = sleep_until(deadline, cancellable, pc);
    if (woke == RDL_WOKE_CANCEL)
        rdl_cancel_act();
    if (woke != RDL_WOKE_SIGNAL)
        return 0;
    if (absolute)
        return -EINTR;
    rdl_call_touches(rest, sizeof(*rest), /*writes=*/true);
    if (rest != NULL)
        *rest =
            rdl_ns_timespec(deadline > rdl_now() ? deadline - rdl_now() : 0);
    return -EINTR;
}

static long sleep_nap(const struct timespec *request, struct timespec *rest,
                      uintptr_t pc)
{
    return rdl_clock_nanosleep(CLOCK_MONOTONIC, 0, request, rest,
                               /*cancellable=*/true, pc);
}

RDL_EXPORT unsigned sleep(unsigned seconds)
{
    struct timespec request = { .tv_sec = seconds }, rest = { 0 };

    if (!rdl_controlled())
        return REAL(sleep)(seconds);
    if (sleep_nap(&request, &rest, RDL_PC) == 0)
        return 0;
    /* Like glibc: the remainder, rounded to the nearest second. */
    return (unsigned)rest.tv_sec + (rest.tv_nsec >= 500000000);
}

RDL_EXPORT int usleep(useconds_t us)
{
    struct timespec request = { .tv_sec = us / 1000000,
                                .tv_nsec = us % 1000000 * 1000 };

    if (!rdl_controlled())
        return REAL(usleep)(us);
    return rdl_answer(sleep_nap(&request, NULL, RDL_PC));
}

RDL_EXPORT int nanosleep(const struct timespec *request, struct timespec *rest)
{
    struct timespec copy;

    if (!rdl_controlled())
        return REAL(nanosleep)(request, rest);
    request = rdl_until_read(request, &copy, RDL_PC);
    return rdl_answer(sleep_nap(request, rest, RDL_PC));
}

RDL_EXPORT int clock_nanosleep(clockid_t clock, int flags,
                               const struct timespec *request,
                               struct timespec *rest)
{
    struct timespec copy;

    if (!rdl_controlled())
        return REAL(clock_nanosleep)(clock, flags, request, rest);
    request = rdl_until_read(request, &copy, RDL_PC);
    return (int)-rdl_clock_nanosleep(clock, flags, request, rest,
                                     /*cancellable=*/true, RDL_PC);
}
