/* step_result.c - a thread's report on the step it has just taken: its value,
 * or that it failed. */
#include "runtime/sched/sched.h"

#include "runtime/observe/log.h"

void rdl_value(uint64_t value)
{
    struct rdl_event *e = &rdl_sched.last[rdl_self->tid];

    e->value = value;
    e->flags |= RDL_EV_VALUE;
    rdl_log_value(value);
}

void rdl_failed(void)
{
    rdl_sched.last[rdl_self->tid].flags |= RDL_EV_FAILED;
}

void rdl_failed_in(enum rdl_order order)
{
    struct rdl_event *e = &rdl_sched.last[rdl_self->tid];

    /* The announced order is already in the hash. */
    if (order != rdl_flags_order(e->flags))
        rdl_log_mix(order);
    e->flags = (uint8_t)((e->flags & ~RDL_EV_ORDER) | RDL_EV_FAILED |
                         rdl_order_flags(order));
}
