/* interval.h - a timer that may repeat, for alarm, setitimer, POSIX timers and
 * timer descriptors. */
#ifndef RDL_RUNTIME_SCHED_INTERVAL_H
#define RDL_RUNTIME_SCHED_INTERVAL_H

#include "runtime/sched/clock.h"
#include "runtime/sched/timers.h"

struct rdl_interval {
    struct rdl_timer timer; /* first, so that fire() can cast from it */
    uint64_t period;        /* ns, 0: fires once */
    /* It expired `times` times at once, because virtual time may jump. */
    void (*expire)(struct rdl_interval *interval, uint64_t times);
};

/* Arms it; due RDL_NEVER disarms it.  The owner sets expire, timer.quiet and
 * timer.deadly. */
void rdl_interval_set(struct rdl_interval *i, uint64_t due, uint64_t period);
/* ns until it is due, at least 1; 0 if it is not armed. */
uint64_t rdl_interval_left(const struct rdl_interval *i);

/* The same with the interfaces of timer_settime and timer_gettime.  `new` must
 * be valid; if it is due at once, it expires before the function returns. */
void rdl_interval_arm(struct rdl_interval *i, clockid_t clock, bool absolute,
                      const struct itimerspec *new);
struct itimerspec rdl_interval_shown(const struct rdl_interval *i);

#endif
