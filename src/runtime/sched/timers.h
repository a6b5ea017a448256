/* timers.h - what happens at a virtual time without any thread. */
#ifndef RDL_RUNTIME_SCHED_TIMERS_H
#define RDL_RUNTIME_SCHED_TIMERS_H

#include <stdbool.h>
#include <stdint.h>

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
