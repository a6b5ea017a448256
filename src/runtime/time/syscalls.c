/* syscalls.c - raw system calls about time; see clock_calls.h for the
 * implementations. */
#include "runtime/time/clock_calls.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/io/timerfd.h"

#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>

#define P(i) ((void *)call->arg[i])
#define N(i) ((int)call->arg[i])

static bool syscalls_reads(const struct rdl_syscall *call, long *result)
{
    switch (call->number) {
    case SYS_clock_gettime:
        *result = rdl_clock_gettime(N(0), P(1), call->pc);
        return true;
    case SYS_clock_getres:
        *result = rdl_clock_getres(N(0), P(1), call->pc);
        return true;
    case SYS_gettimeofday:
        *result = rdl_clock_timeofday(P(0), P(1), call->pc);
        return true;
    case SYS_time:
        *result = rdl_clock_time(P(0), call->pc);
        return true;
    case SYS_times:
        *result = rdl_clock_times(P(0), call->pc);
        return true;
    case SYS_getrusage:
        *result = rdl_clock_rusage(N(0), P(1), call->pc);
        return true;
    case SYS_adjtimex:
        *result = rdl_clock_adjtimex(P(0), call->pc);
        return true;
    case SYS_clock_adjtime:
        *result = N(0) == CLOCK_REALTIME ? rdl_clock_adjtimex(P(1), call->pc)
                                         : -EINVAL;
        return true;
    case SYS_clock_settime:
    case SYS_settimeofday:
        *result = -EPERM;
        return true;
    default:
        return false;
    }
}

static bool syscalls_waits(const struct rdl_syscall *call, long *result)
{
    struct timespec copy;

    switch (call->number) {
    case SYS_nanosleep:
        *result = rdl_clock_nanosleep(
            CLOCK_MONOTONIC, 0, rdl_until_read(P(0), &copy, call->pc), P(1),
            /*cancellable=*/false, call->pc);
        return true;
    case SYS_clock_nanosleep:
        *result = rdl_clock_nanosleep(
            N(0), N(1), rdl_until_read(P(2), &copy, call->pc), P(3),
            /*cancellable=*/false, call->pc);
        return true;
    case SYS_alarm:
        *result = rdl_timer_alarm((unsigned)N(0), call->pc);
        return true;
    case SYS_getitimer:
        *result = rdl_timer_getitimer(N(0), P(1));
        return true;
    case SYS_setitimer:
        *result = rdl_timer_setitimer(N(0), P(1), P(2), call->pc);
        return true;
    case SYS_timerfd_create:
        *result = rdl_timerfd_create(N(0), N(1), call->pc);
        return true;
    case SYS_timerfd_settime:
        *result = rdl_timerfd_settime(N(0), N(1), P(2), P(3), call->pc);
        return true;
    case SYS_timerfd_gettime:
        *result = rdl_timerfd_gettime(N(0), P(1), call->pc);
        return true;
    default:
        return false;
    }
}

bool rdl_syscalls_time(const struct rdl_syscall *call, long *result)
{
    return syscalls_reads(call, result) || syscalls_waits(call, result);
}
