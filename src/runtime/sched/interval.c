/* interval.c - repeating timers. */
#include "runtime/sched/interval.h"

#include "runtime/sched/timers.h"

static void interval_fire(struct rdl_timer *timer)
{
    struct rdl_interval *i = (struct rdl_interval *)timer;
    uint64_t times = 1;

    if (i->period > 0)
        times += (rdl_now() - i->timer.deadline) / i->period;
    rdl_interval_set(
        i, i->period > 0 ? i->timer.deadline + times * i->period : RDL_NEVER,
        i->period);
    i->expire(i, times);
}

void rdl_interval_set(struct rdl_interval *i, uint64_t due, uint64_t period)
{
    i->timer.fire = interval_fire;
    i->period = period;
    rdl_timer_set(&i->timer, due);
}

uint64_t rdl_interval_left(const struct rdl_interval *i)
{
    if (!i->timer.linked)
        return 0;
    return i->timer.deadline > rdl_now() ? i->timer.deadline - rdl_now() : 1;
}

void rdl_interval_arm(struct rdl_interval *i, clockid_t clock, bool absolute,
                      const struct itimerspec *new)
{
    uint64_t value = rdl_timespec_ns(&new->it_value);
    uint64_t due = RDL_NEVER;

    if (value != 0)
        due = absolute ? rdl_clock_deadline(clock, &new->it_value)
                       : rdl_after(value);
    rdl_interval_set(i, due, rdl_timespec_ns(&new->it_interval));
    rdl_timers_fire(rdl_now());
}

struct itimerspec rdl_interval_shown(const struct rdl_interval *i)
{
    return (struct itimerspec){
        .it_value = rdl_ns_timespec(rdl_interval_left(i)),
        .it_interval = rdl_ns_timespec(i->period),
    };
}
