/* touches.h - what a step touches, by its operator (docs/prove.md has the
 * table). */
#ifndef RDL_RUNTIME_EXPLORE_TOUCHES_H
#define RDL_RUNTIME_EXPLORE_TOUCHES_H

#include "explore/step.h"
#include "runtime/core/thread.h"

/* What t's pending event would touch now.  False: exploration does not know the
 * operator. */
bool rdl_touches_of(const struct rdl_thread *t, const struct rdl_event *e,
                    struct rdl_step *step);
/* May t's pending event have to wait?  If not, rdl_touches_possible() holds: of
 * these operators no touch has a need. */
static inline bool rdl_touches_may_wait(const struct rdl_thread *t,
                                        const struct rdl_event *e)
{
    const uint64_t never =
        UINT64_C(1) << RDL_OP_READ | UINT64_C(1) << RDL_OP_WRITE |
        UINT64_C(1) << RDL_OP_ATOMIC_READ | UINT64_C(1) << RDL_OP_ATOMIC_WRITE |
        UINT64_C(1) << RDL_OP_RMW | UINT64_C(1) << RDL_OP_START |
        UINT64_C(1) << RDL_OP_EXIT | UINT64_C(1) << RDL_OP_UNLOCK |
        UINT64_C(1) << RDL_OP_SIGNAL | UINT64_C(1) << RDL_OP_SEM_POST;

    _Static_assert(RDL_N_OPS <= 64, "a bit for each");
    return t->wait != NULL || (never >> e->op & 1) == 0;
}
/* Could t take it without waiting? */
bool rdl_touches_possible(const struct rdl_step *step);

/* An object at an address, written whatever its state. */
struct rdl_step_object rdl_touches_written(const volatile void *object,
                                           uint64_t state);
/* Whether somebody has cancelled t. */
struct rdl_step_object rdl_touches_cancel(const struct rdl_thread *t,
                                          bool writes);
/* Which signals are pending for t, and which ones it blocks. */
struct rdl_step_object rdl_touches_signals(const struct rdl_thread *t);
/* What the descriptor is. */
struct rdl_step_object rdl_touches_descriptor(int fd, bool writes);
/* Memory, in a state that is not known. */
struct rdl_step_object rdl_touches_range(const volatile void *start,
                                         size_t size, bool writes);

#endif
