/* race_steps.c - what an execution knows about a race only when a step is done,
 * or that no step shows: a compare-exchange, a free. */
#include "runtime/sched/sched.h"

#include "runtime/observe/race.h"

void rdl_sched_freed(const void *block, size_t size, uintptr_t pc,
                     unsigned flags)
{
    const struct rdl_event e = {
        .pc = pc,
        .addr = (uintptr_t)block,
        .size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX,
        .tid = rdl_self->tid,
        .op = RDL_OP_FREE,
        .flags = (uint8_t)flags,
    };
    const struct rdl_event *other;

    if (!rdl_race.on || block == NULL)
        return;
    if (rdl_race_freed(&e))
        rdl_race_ends();
    other = rdl_race_frees(&e);
    if (likely(other == NULL))
        return;
    /* Freeing is not a step: only the other access is. */
    rdl_sched_settle(rdl_self);
    rdl_sched_stand(other->tid);
    rdl_race_ends();
}

void rdl_sched_compared(void)
{
    struct rdl_thread *t = rdl_self;

    t->expected = NULL;
    if (likely(!rdl_race.on) || !rdl_race_compared(&rdl_sched.last[t->tid]))
        return;
    rdl_sched_settle(t);
    rdl_race_ends();
}
