/* timers.h - events that happen at a virtual time, without a thread. */
#ifndef RDL_RUNTIME_SCHED_TIMERS_H
#define RDL_RUNTIME_SCHED_TIMERS_H

#include "runtime/core/control.h"

#include <stdbool.h>
#include <stdint.h>

/* An event at a virtual time without a thread: alarm, interval timers, timer
 * descriptors.  The owner provides the struct; fire() runs on the turn of
 * whichever thread is running, so it must not block or switch. */
struct rdl_timer {
    uint64_t deadline; /* RDL_NEVER: not armed */
    void (*fire)(struct rdl_timer *timer);
    /* Would firing change nothing, because the target has not noticed the
     * previous expiration yet?  Time does not advance for such a timer alone: a
     * program that waits for something else is stuck.  NULL: it always changes
     * something. */
    bool (*quiet)(const struct rdl_timer *timer);
    /* Would firing end the process?  Then it is a watchdog: only time during
     * which no thread can run counts for it, because the duration of a step is
     * not measured.  NULL: never. */
    bool (*deadly)(const struct rdl_timer *timer);
    struct rdl_timer *next;
    bool linked;
};

/* The armed timers, by deadline. */
extern struct rdl_timer *rdl_timers_first RDL_HIDDEN;

/* (Re)arms a timer, or disarms it with RDL_NEVER. */
void rdl_timer_set(struct rdl_timer *timer, uint64_t deadline);
/* next() returns the earliest deadline for which time may advance, watchdog()
 * that of the watchdogs, for which time does not advance.  RDL_NEVER: no
 * deadline. */
uint64_t rdl_timers_next(void);
uint64_t rdl_timers_watchdog(void);
/* Time is about to advance by `ns` while some thread can run: moves the
 * watchdogs by as much. */
void rdl_timers_hold(uint64_t ns);
/* Fires all timers that are due, by deadline, then in the order of arming.  The
 * scheduler calls it whenever it has advanced virtual time to `now`. */
void rdl_timers_fire(uint64_t now);

#endif
