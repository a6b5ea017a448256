/* tap.h - tells the coverage collector what happens, and lets strategies ask
 * it (base/guide.h).
 *
 * An event is fed when it has happened, before any other does: a step when the
 * next point of its thread settles it, a lock-hold and an unlock as they come.
 * Of memory only what threads were seen to share counts (sharing.h), except
 * under isolation exec and with --no-learn, where nothing is known about that:
 * there all accesses do.
 *
 * Off at a replay, in children of the target's fork, and without --metrics:
 * then a step pays one test.  Of a replay that is watched (recorder.h) the same
 * calls keep the whole. */
#ifndef RDL_RUNTIME_OBSERVE_TAP_H
#define RDL_RUNTIME_OBSERVE_TAP_H

#include "base/woken.h"
#include "runtime/sched/thread.h"

struct rdl_tap_now {
    bool on;
    bool watches; /* it is on for recorder.h alone */
    /* Number of steps when the latest was fed or found not to matter. */
    uint64_t fed;
};

extern struct rdl_tap_now rdl_tap_now RDL_HIDDEN;

/* The driver's memory, named by a descriptor; once, at the start. */
void rdl_tap_map(int fd);
bool rdl_tap_holds(uintptr_t addr);
/* In the process that runs executions, before the first and before anything
 * is saved for a rewind. */
void rdl_tap_open(void);
/* In a process that forks one for each execution: takes in what all covered,
 * lest every child does it anew. */
void rdl_tap_sync(void);
void rdl_tap_begin(uint64_t execution);
/* The execution is over: its last step and its pairs. */
void rdl_tap_end(void);
/* In the child of the target's fork. */
void rdl_tap_stop(void);
/* Code has gone away: another may come in its place. */
void rdl_tap_forget_code(void);

/* Is there what the strategy is guided by?  Not where there is no memory for
 * coverage, which was noted. */
bool rdl_tap_guides(const struct rdl_strategy *s);
/* The guide of a strategy over the metric it names; NULL if it names none. */
const struct rdl_guide *rdl_tap_guide(const struct rdl_strategy *s);

/* What rdl_tap_step and the others below do when it is on. */
void rdl_tap_feed_step(const struct rdl_event *e);
void rdl_tap_feed(const struct rdl_event *e);

/* The step `e` is over. */
static RDL_INLINE void rdl_tap_step(const struct rdl_event *e)
{
    if (unlikely(rdl_tap_now.on))
        rdl_tap_feed_step(e);
}

/* The calling thread takes or gives back a lock, in its latest step. */
void rdl_tap_hold(const volatile void *lock, unsigned flags, uintptr_t pc);
void rdl_tap_unhold(const struct rdl_thread *holder, const volatile void *lock);
void rdl_tap_created(const struct rdl_thread *t, uintptr_t pc);
/* What comes at these bytes is another object; pc: of the call. */
void rdl_tap_freed(const void *block, size_t size, uintptr_t pc);
/* There is a new block, asked for at pc; outer: where the program called the
 * library that did, 0 if none did. */
void rdl_tap_made(const void *block, size_t size, uintptr_t pc,
                  uintptr_t outer);
/* An allocation of so many bytes fails by choice. */
void rdl_tap_refused(size_t size, uintptr_t pc);
/* t begins to wait; is woken by the calling thread; is left out. */
void rdl_tap_waits(const struct rdl_thread *t, const struct rdl_wait *wait);
void rdl_tap_wakes(const struct rdl_thread *t, const struct rdl_wait *wait);
/* t, which has taken the latest step, has woken without being woken. */
void rdl_tap_woke(const struct rdl_thread *t, const struct rdl_wait *wait,
                  enum rdl_woken how);
void rdl_tap_passed(const struct rdl_thread *t);

#endif
