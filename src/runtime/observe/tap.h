/* tap.h - the scheduler's calls about what has happened; tap.c forwards them to
 * the active observers (observer.h explains each call).
 *
 * While no observer wants steps, a step pays one test of one word. */
#ifndef RDL_RUNTIME_OBSERVE_TAP_H
#define RDL_RUNTIME_OBSERVE_TAP_H

#include "base/woken.h"
#include "runtime/core/thread.h"

struct rdl_tap {
    /* Receives each step; NULL: no observer of this execution wants steps. */
    void (*step)(const struct rdl_event *e);
    bool on;           /* there is an observer */
    uint64_t reported; /* number of steps when `step` was last called */
    bool made, freed;  /* an observer wants rdl_tap_made, rdl_tap_freed */
    /* One looks at steps when threads take them: its begin() sets this. */
    bool taken;
};

extern struct rdl_tap rdl_tap RDL_HIDDEN;

void rdl_tap_begin(uint64_t execution);
/* The execution is over; a second call does nothing. */
void rdl_tap_end(void);
/* In a child that the target forked: no observer is active. */
void rdl_tap_stop(void);

/* Is an observer active in this execution? */
static RDL_INLINE bool rdl_tap_on(void)
{
    return rdl_tap.on;
}

/* The slow path of rdl_tap_step. */
void rdl_tap_tell(const struct rdl_event *e);

/* The step `e` is over. */
static RDL_INLINE void rdl_tap_step(const struct rdl_event *e)
{
    if (unlikely(rdl_tap.step != NULL))
        rdl_tap_tell(e);
}

void rdl_tap_hold(const volatile void *lock, unsigned flags, uintptr_t pc);
void rdl_tap_unhold(const struct rdl_thread *holder, const volatile void *lock);
void rdl_tap_created(const struct rdl_thread *t, uintptr_t pc);
void rdl_tap_joined(const struct rdl_thread *t);
void rdl_tap_made(const void *block, size_t size, uintptr_t pc,
                  uintptr_t outer);
void rdl_tap_touched(const void *start, size_t size, bool writes);
void rdl_tap_freed(const void *block, size_t size, uintptr_t pc);
void rdl_tap_refused(size_t size, uintptr_t pc);
void rdl_tap_waits(const struct rdl_thread *t, const struct rdl_wait *wait);
void rdl_tap_woken(const struct rdl_thread *t, const struct rdl_wait *wait,
                   enum rdl_woken how);
void rdl_tap_cancellable(bool anywhere);
void rdl_tap_passed(const struct rdl_thread *t);

#endif
