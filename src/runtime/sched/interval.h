/* interval.h - a timer that may repeat: alarm, setitimer, POSIX timers and
 * timer descriptors are all this. */
#ifndef RDL_RUNTIME_SCHED_INTERVAL_H
#define RDL_RUNTIME_SCHED_INTERVAL_H

#include "runtime/sched/clock.h"
#include "runtime/sched/timers.h"

struct rdl_interval {
    struct rdl_timer timer; /* first: fire() gets back from it */
    uint64_t period;        /* ns, 0: once */
    /* It expired `times` times at once, for time may jump. */
    void (*expire)(struct rdl_interval *interval, uint64_t times);
};

/* Arms it; due RDL_NEVER disarms.  expire, timer.quiet and .deadly are
 * the owner's. */
void rdl_interval_set(struct rdl_interval *i, uint64_t due, uint64_t period);
/* ns until it is due, at least 1; 0 if not armed. */
uint64_t rdl_interval_left(const struct rdl_interval *i);

/* The same as timer_settime and timer_gettime have it.  `new` is valid; what
 * is due at once expires before the return. */
void rdl_interval_arm(struct rdl_interval *i, clockid_t clock, bool absolute,
                      const struct itimerspec *new);
struct itimerspec rdl_interval_shown(const struct rdl_interval *i);

#endif
