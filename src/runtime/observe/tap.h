/* tap.h - where the engine says what has happened: tap.c passes it on to the
 * observers that are on (observer.h has what each call means).
 *
 * While none is on, a step pays one test of one word. */
#ifndef RDL_RUNTIME_OBSERVE_TAP_H
#define RDL_RUNTIME_OBSERVE_TAP_H

#include "base/woken.h"
#include "runtime/core/thread.h"

struct rdl_tap {
    /* What a step is given to; NULL: nobody observes this execution. */
    void (*step)(const struct rdl_event *e);
    uint64_t told; /* number of steps when one was last given to it */
    bool made;     /* somebody wants rdl_tap_made */
};

extern struct rdl_tap rdl_tap RDL_HIDDEN;

void rdl_tap_begin(uint64_t execution);
/* The execution is over; a second call does nothing. */
void rdl_tap_end(void);
/* In the child of the target's fork: nobody observes it. */
void rdl_tap_stop(void);

/* Does anybody observe this execution? */
static RDL_INLINE bool rdl_tap_on(void)
{
    return rdl_tap.step != NULL;
}

/* What rdl_tap_step does when somebody does. */
void rdl_tap_tell(const struct rdl_event *e);

/* The step `e` is over. */
static RDL_INLINE void rdl_tap_step(const struct rdl_event *e)
{
    if (unlikely(rdl_tap_on()))
        rdl_tap_tell(e);
}

void rdl_tap_hold(const volatile void *lock, unsigned flags, uintptr_t pc);
void rdl_tap_unhold(const struct rdl_thread *holder, const volatile void *lock);
void rdl_tap_created(const struct rdl_thread *t, uintptr_t pc);
void rdl_tap_made(const void *block, size_t size, uintptr_t pc,
                  uintptr_t outer);
void rdl_tap_freed(const void *block, size_t size, uintptr_t pc);
void rdl_tap_refused(size_t size, uintptr_t pc);
void rdl_tap_waits(const struct rdl_thread *t, const struct rdl_wait *wait);
void rdl_tap_woken(const struct rdl_thread *t, const struct rdl_wait *wait,
                   enum rdl_woken how);
void rdl_tap_passed(const struct rdl_thread *t);

#endif
