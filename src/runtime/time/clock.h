/* clock.h - virtual time.
 *
 * Nothing of the target sees real time.  Virtual time moves in three ways: a
 * little when a clock is read (time/read_clock.c), to the next deadline when
 * no thread can run, and to the next deadline when the strategy says so (both
 * by sched/sched.c). */
#ifndef RDL_RUNTIME_TIME_CLOCK_H
#define RDL_RUNTIME_TIME_CLOCK_H

#include "runtime/sched/interceptor.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define RDL_SECOND UINT64_C(1000000000) /* in ns */

/* ns since the execution began; sched/sched.c's, read it through rdl_now(). */
extern uint64_t rdl_virtual_ns;

/* Is it a clock of this process that we know?  (Others are the kernel's.) */
bool rdl_clock_known(clockid_t clock);
/* Virtual ns at which `clock` shows `when`, at least 1 (so that it can be the
 * deadline of a wait); RDL_NEVER if unreachable. */
uint64_t rdl_clock_deadline(clockid_t clock, const struct timespec *when);
/* What `clock` shows at virtual time `ns`; a CPU clock shows what it shows
 * now. */
struct timespec rdl_clock_shows(clockid_t clock, uint64_t ns);

/* tv_nsec within bounds, tv_sec not negative. */
static inline bool rdl_timespec_valid(const struct timespec *t)
{
    return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)RDL_SECOND;
}
/* In ns, RDL_NEVER if that is too much. */
uint64_t rdl_timespec_ns(const struct timespec *t);
struct timespec rdl_ns_timespec(uint64_t ns);
/* ns from now, RDL_NEVER if that is too much. */
uint64_t rdl_after(uint64_t ns);

/* The calling thread reads a clock: a scheduling point, and virtual time moves
 * on a little, which may end waits and fire timers. */
void rdl_clock_read(uintptr_t pc);

/* sched/wait.c's: virtual time moves on to `to`; ends what is due.  idle:
 * nobody can run. */
void rdl_wait_move_time(uint64_t to, bool idle);

/* Something that happens at a virtual time without any thread: alarm, interval
 * timers, timer descriptors.  The owner keeps the struct; fire() runs on the
 * turn of whichever thread is running, so it may not block or switch. */
struct rdl_timer {
    uint64_t deadline; /* RDL_NEVER: not armed */
    void (*fire)(struct rdl_timer *timer);
    /* Would firing change nothing, for the time before was not noticed yet?
     * Time does not pass for such a timer alone: a program that waits for
     * something else is stuck.  NULL: it always changes something. */
    bool (*quiet)(const struct rdl_timer *timer);
    /* Would firing end the process?  Then it is a watchdog: it counts only the
     * time in which nobody can run, for at any other a step takes no time that
     * anybody has measured.  NULL: never. */
    bool (*deadly)(const struct rdl_timer *timer);
    struct rdl_timer *next;
    bool linked;
};

/* (Re)arms a timer, or disarms it with RDL_NEVER. */
void rdl_timer_set(struct rdl_timer *timer, uint64_t deadline);
/* The earliest deadline for which time may pass, RDL_NEVER if none; that of the
 * watchdogs, for which time does not pass. */
uint64_t rdl_timers_next(void);
uint64_t rdl_timers_watchdog(void);
/* Time is about to move by `ns` while somebody can run: watchdogs move too. */
void rdl_timers_hold(uint64_t ns);
/* Fires all that are due, by deadline, then in the order of arming.  The
 * scheduler calls it whenever it has moved virtual time to `now`. */
void rdl_timers_fire(uint64_t now);

#endif
