/* touches.h - what a step touches, by its operator (docs/prove.md has the
 * table). */
#ifndef RDL_RUNTIME_EXPLORE_TOUCHES_H
#define RDL_RUNTIME_EXPLORE_TOUCHES_H

#include "explore/step.h"
#include "runtime/core/thread.h"

enum rdl_touches {
    RDL_TOUCHES_ALL, /* `step` is complete */
    RDL_TOUCHES_TOO_MANY,
    RDL_TOUCHES_UNKNOWN, /* exploration does not know the operator */
};

/* An execution begins. */
void rdl_touches_begin(void);
/* What t's pending event would touch now; own: how many steps of exploration t
 * has taken. */
enum rdl_touches rdl_touches_of(const struct rdl_thread *t,
                                const struct rdl_event *e, uint32_t own,
                                struct rdl_step *step);
/* Could t take it without waiting? */
bool rdl_touches_possible(const struct rdl_step *step);

/* The token of a wake-up: the waiter's next step reads it. */
struct rdl_step_object rdl_touches_token(const struct rdl_thread *t,
                                         uint32_t own, bool writes);
/* The token of the n-th tick: what it wakes reads it. */
struct rdl_step_object rdl_touches_tick(uint32_t n, bool writes);
/* An object at an address, written whatever its state. */
struct rdl_step_object rdl_touches_written(const volatile void *object,
                                           uint64_t state);

#endif
