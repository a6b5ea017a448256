/* read_clock.c - reading clocks: all of them show virtual time.
 *
 * A read is a scheduling point, because time may pass between two reads.
 * Setting a clock fails, as for a process without the privilege. */
#include "runtime/sched/clock.h"

#include "runtime/time/clock_calls.h"
#include "runtime/core/identity.h"
#include "runtime/machine/raw.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <unistd.h>

#define TICKS_PER_SECOND 100 /* sysconf(_SC_CLK_TCK) */
#define COARSE_TICK 4000000  /* ns */

RDL_REAL(int, clock_gettime, clockid_t, struct timespec *);
RDL_REAL(int, clock_getres, clockid_t, struct timespec *);
RDL_REAL(int, clock_settime, clockid_t, const struct timespec *);
RDL_REAL(int, clock_getcpuclockid, pid_t, clockid_t *);
RDL_REAL(int, gettimeofday, struct timeval *, void *);
RDL_REAL(int, settimeofday, const struct timeval *, const struct timezone *);
RDL_REAL(time_t, time, time_t *);
RDL_REAL(int, timespec_get, struct timespec *, int);
RDL_REAL(int, timespec_getres, struct timespec *, int);
RDL_REAL(clock_t, clock, void);
RDL_REAL(clock_t, times, struct tms *);
RDL_REAL(int, getrusage, __rusage_who_t, struct rusage *);
RDL_REAL(int, adjtime, const struct timeval *, struct timeval *);
RDL_REAL(int, adjtimex, struct timex *);
RDL_REAL(int, clock_adjtime, clockid_t, struct timex *);
RDL_REAL(int, ntp_adjtime, struct timex *);
RDL_REAL(int, ntp_gettimex, struct ntptimeval *);

/* Without a driver, time is real. */
static bool clock_is_virtual(void)
{
    return !rdl_alone();
}

/* The caller stores the result in `size` bytes at `out`.  Only a tick changes
 * the time, which comes when no thread can run: reading and storing are one
 * step. */
static struct timespec read_clock(clockid_t clock, const void *out, size_t size,
                                  uintptr_t pc)
{
    rdl_clock_read(pc);
    rdl_call_touches(out, size, /*writes=*/true);
    return rdl_clock_shows(clock, rdl_now());
}

long rdl_clock_gettime(clockid_t clock, struct timespec *out, uintptr_t pc)
{
    if (!rdl_clock_known(clock))
        return RDL_PASS(SYS_clock_gettime, clock, (long)out);
    *out = read_clock(clock, out, sizeof(*out), pc);
    return 0;
}

long rdl_clock_getres(clockid_t clock, struct timespec *out, uintptr_t pc)
{
    bool coarse =
        clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE;

    if (!rdl_clock_known(clock))
        return RDL_PASS(SYS_clock_getres, clock, (long)out);
    rdl_call_writes(out, sizeof(*out), pc);
    if (out != NULL)
        *out = (struct timespec){ .tv_nsec = coarse ? COARSE_TICK : 1 };
    return 0;
}

long rdl_clock_timeofday(struct timeval *out, struct timezone *zone,
                         uintptr_t pc)
{
    struct timespec now = read_clock(CLOCK_REALTIME, out, sizeof(*out), pc);

    rdl_call_touches(zone, sizeof(*zone), /*writes=*/true);
    if (out != NULL)
        *out = (struct timeval){ .tv_sec = now.tv_sec,
                                 .tv_usec = now.tv_nsec / 1000 };
    if (zone != NULL)
        *zone = (struct timezone){ 0 };
    return 0;
}

time_t rdl_clock_time(time_t *out, uintptr_t pc)
{
    struct timespec now = read_clock(CLOCK_REALTIME, out, sizeof(*out), pc);

    if (out != NULL)
        *out = now.tv_sec;
    return now.tv_sec;
}

/* Leaves out the children's times: they run in real time. */
clock_t rdl_clock_times(struct tms *out, uintptr_t pc)
{
    struct timespec now = read_clock(CLOCK_MONOTONIC, out, sizeof(*out), pc);
    struct timespec cpu = rdl_clock_shows(CLOCK_PROCESS_CPUTIME_ID, 0);

    if (out != NULL)
        *out = (struct tms){
            .tms_utime = (clock_t)(rdl_timespec_ns(&cpu) /
                                   (RDL_SECOND / TICKS_PER_SECOND)),
        };
    return (clock_t)(rdl_timespec_ns(&now) / (RDL_SECOND / TICKS_PER_SECOND));
}

/* Faults, switches and memory depend on the engine and the machine: they are
 * not shown. */
long rdl_clock_rusage(int who, struct rusage *out, uintptr_t pc)
{
    clockid_t clock = who == RUSAGE_THREAD ? CLOCK_THREAD_CPUTIME_ID
                                           : CLOCK_PROCESS_CPUTIME_ID;
    struct timespec cpu;

    if (who != RUSAGE_SELF && who != RUSAGE_THREAD && who != RUSAGE_CHILDREN)
        return -EINVAL;
    cpu = read_clock(clock, out, sizeof(*out), pc);
    memset(out, 0, sizeof(*out));
    if (who != RUSAGE_CHILDREN)
        out->ru_utime = (struct timeval){ .tv_sec = cpu.tv_sec,
                                          .tv_usec = cpu.tv_nsec / 1000 };
    return 0;
}

/* Only reading is allowed. */
long rdl_clock_adjtimex(struct timex *t, uintptr_t pc)
{
    struct timespec now;

    rdl_call_reads(&t->modes, sizeof(t->modes), pc);
    if (t->modes != 0)
        return -EPERM;
    now = read_clock(CLOCK_REALTIME, t, sizeof(*t), pc);
    memset(t, 0, sizeof(*t));
    t->tick = 10000;
    t->time =
        (struct timeval){ .tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000 };
    return TIME_OK;
}

RDL_EXPORT int clock_gettime(clockid_t clock, struct timespec *out)
{
    if (!clock_is_virtual())
        return REAL(clock_gettime)(clock, out);
    return rdl_answer(rdl_clock_gettime(clock, out, RDL_PC));
}

RDL_EXPORT int clock_getres(clockid_t clock, struct timespec *out)
{
    if (!clock_is_virtual())
        return REAL(clock_getres)(clock, out);
    return rdl_answer(rdl_clock_getres(clock, out, RDL_PC));
}

RDL_EXPORT int clock_settime(clockid_t clock, const struct timespec *when)
{
    if (!clock_is_virtual())
        return REAL(clock_settime)(clock, when);
    return rdl_answer(rdl_clock_known(clock) ? -EPERM : -EINVAL);
}

RDL_EXPORT int clock_getcpuclockid(pid_t pid, clockid_t *out)
{
    if (!clock_is_virtual() || (pid != 0 && pid != rdl_identity_pid()))
        return REAL(clock_getcpuclockid)(pid, out);
    rdl_call_writes(out, sizeof(*out), RDL_PC);
    *out = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

RDL_EXPORT int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    if (!clock_is_virtual())
        return REAL(gettimeofday)(out, zone);
    return rdl_answer(rdl_clock_timeofday(out, zone, RDL_PC));
}

RDL_EXPORT int settimeofday(const struct timeval *when,
                            const struct timezone *zone)
{
    if (!clock_is_virtual())
        return REAL(settimeofday)(when, zone);
    return rdl_answer(-EPERM);
}

RDL_EXPORT int adjtime(const struct timeval *delta, struct timeval *old)
{
    if (!clock_is_virtual())
        return REAL(adjtime)(delta, old);
    if (delta != NULL)
        return rdl_answer(-EPERM);
    rdl_call_writes(old, sizeof(*old), RDL_PC);
    if (old != NULL)
        *old = (struct timeval){ 0 };
    return 0;
}

RDL_EXPORT int adjtimex(struct timex *t)
{
    if (!clock_is_virtual())
        return REAL(adjtimex)(t);
    return rdl_answer(rdl_clock_adjtimex(t, RDL_PC));
}

RDL_EXPORT int ntp_adjtime(struct timex *t)
{
    if (!clock_is_virtual())
        return REAL(ntp_adjtime)(t);
    return rdl_answer(rdl_clock_adjtimex(t, RDL_PC));
}

RDL_EXPORT int clock_adjtime(clockid_t clock, struct timex *t)
{
    if (!clock_is_virtual())
        return REAL(clock_adjtime)(clock, t);
    if (clock != CLOCK_REALTIME)
        return rdl_answer(-EINVAL);
    return rdl_answer(rdl_clock_adjtimex(t, RDL_PC));
}

RDL_EXPORT int ntp_gettimex(struct ntptimeval *out)
{
    if (!clock_is_virtual())
        return REAL(ntp_gettimex)(out);
    rdl_clock_timeofday(&out->time, NULL, RDL_PC);
    rdl_call_touches(out, sizeof(*out), /*writes=*/true);
    memset((char *)out + sizeof(out->time), 0,
           sizeof(*out) - sizeof(out->time));
    return TIME_OK;
}

RDL_EXPORT time_t time(time_t *out)
{
    if (!clock_is_virtual())
        return REAL(time)(out);
    return rdl_clock_time(out, RDL_PC);
}

RDL_EXPORT int timespec_get(struct timespec *out, int base)
{
    if (!clock_is_virtual() || base != TIME_UTC)
        return REAL(timespec_get)(out, base);
    *out = read_clock(CLOCK_REALTIME, out, sizeof(*out), RDL_PC);
    return base;
}

int timespec_getres(struct timespec *out, int base); /* C2x only */

RDL_EXPORT int timespec_getres(struct timespec *out, int base)
{
    if (!clock_is_virtual() || base != TIME_UTC)
        return REAL(timespec_getres)(out, base);
    rdl_clock_getres(CLOCK_REALTIME, out, RDL_PC);
    return base;
}

RDL_EXPORT clock_t clock(void)
{
    struct timespec cpu;

    if (!clock_is_virtual())
        return REAL(clock)();
    cpu = read_clock(CLOCK_PROCESS_CPUTIME_ID, NULL, 0, RDL_PC);
    return (clock_t)(rdl_timespec_ns(&cpu) / (RDL_SECOND / CLOCKS_PER_SEC));
}

RDL_EXPORT clock_t times(struct tms *out)
{
    if (!clock_is_virtual())
        return REAL(times)(out);
    return rdl_clock_times(out, RDL_PC);
}

RDL_EXPORT int getrusage(__rusage_who_t who, struct rusage *out)
{
    if (!clock_is_virtual())
        return REAL(getrusage)(who, out);
    return rdl_answer(rdl_clock_rusage((int)who, out, RDL_PC));
}

int ftime(struct timeb *out);

RDL_EXPORT int ftime(struct timeb *out)
{
    struct timespec now;

    if (clock_is_virtual())
        now = read_clock(CLOCK_REALTIME, out, sizeof(*out), RDL_PC);
    else
        REAL(clock_gettime)(CLOCK_REALTIME, &now);
    *out = (struct timeb){ .time = now.tv_sec,
                           .millitm = (unsigned short)(now.tv_nsec / 1000000) };
    return 0;
}
