/* clock_calls.h - time with the interfaces of system calls: the functions
 * behind both the interposed libc calls and raw system calls (time/syscalls.c).
 * Results are values or -errno; they do not change errno. */
#ifndef RDL_RUNTIME_TIME_CLOCK_CALLS_H
#define RDL_RUNTIME_TIME_CLOCK_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <time.h>

struct rdl_thread;

/* time/read_clock.c */
long rdl_clock_gettime(clockid_t clock, struct timespec *out, uintptr_t pc);
long rdl_clock_getres(clockid_t clock, struct timespec *out, uintptr_t pc);
long rdl_clock_timeofday(struct timeval *out, struct timezone *zone,
                         uintptr_t pc);
time_t rdl_clock_time(time_t *out, uintptr_t pc);
clock_t rdl_clock_times(struct tms *out, uintptr_t pc);
long rdl_clock_rusage(int who, struct rusage *out, uintptr_t pc);
long rdl_clock_adjtimex(struct timex *t, uintptr_t pc);

/* time/sleep.c; flags 0 or TIMER_ABSTIME. */
long rdl_clock_nanosleep(clockid_t clock, int flags,
                         const struct timespec *request, struct timespec *rest,
                         bool cancellable, uintptr_t pc);

/* time/timers.c */
unsigned rdl_timer_alarm(unsigned seconds, uintptr_t pc);
long rdl_timer_getitimer(int which, struct itimerval *out);
long rdl_timer_setitimer(int which, const struct itimerval *new,
                         struct itimerval *old, uintptr_t pc);
/* Would sending the process this signal change nothing now? */
bool rdl_timer_signal_quiet(int signo);
/* Would sending it to t, or to the process if t is NULL, end the process? */
bool rdl_timer_signal_deadly(const struct rdl_thread *t, int signo);

#endif
