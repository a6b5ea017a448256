/* observer.h - the contract between the engine and whoever follows an
 * execution: coverage, the recorder of replays.
 *
 * An observer sees what threads have done, never what they are about to do.
 *
 * The engine promises:
 *   - begin() is called when an execution begins.  Only an observer that
 *     answers true hears of this execution; end() is its last call;
 *   - no two calls overlap, and each comes before anything else happens;
 *   - step() comes once for each step, when the step is over: its value and
 *     its success are known.  What happens in the course of a step comes
 *     before it; an observer that needs the step first finds it in
 *     rdl_sched.last;
 *   - rdl_steps counts the steps up to and including the latest one.
 * An observer promises:
 *   - it changes nothing of the execution: no scheduling point, no choice;
 *   - it does not allocate and takes no lock of libc;
 *   - what it keeps from one execution to the next is RDL_PERSISTENT.
 *
 * An observer that is off costs nothing.  A member that is NULL is not called.
 *
 * To add one: write runtime/observe/<name>.c, add OBSERVER(<name>) to list.h.
 */
#ifndef RDL_RUNTIME_OBSERVE_OBSERVER_H
#define RDL_RUNTIME_OBSERVE_OBSERVER_H

#include "base/woken.h"
#include "runtime/core/thread.h"

struct rdl_observer {
    const char *name;
    /* Is it on for this execution? */
    bool (*begin)(uint64_t execution);
    void (*end)(void);

    void (*step)(const struct rdl_event *e);
    /* The calling thread takes a lock; `holder` gives one back, in a step of
     * the calling thread. */
    void (*hold)(const volatile void *lock, unsigned flags, uintptr_t pc);
    void (*unhold)(const struct rdl_thread *holder, const volatile void *lock);
    /* The calling thread has made t. */
    void (*created)(const struct rdl_thread *t, uintptr_t pc);
    /* The calling thread is given a block, perhaps before the first step;
     * outer: where the program called the library that asked for it, 0 if
     * none did. */
    void (*made)(const void *block, uint32_t size, uintptr_t pc,
                 uintptr_t outer);
    /* What comes at these bytes is another object. */
    void (*freed)(const void *block, uint32_t size, uintptr_t pc);
    /* An allocation of that many bytes fails by choice. */
    void (*refused)(size_t size, uintptr_t pc);
    /* t begins to wait; stops waiting, and why (the latest step is t's own
     * unless the calling thread woke it). */
    void (*waits)(const struct rdl_thread *t, const struct rdl_wait *wait);
    void (*woken)(const struct rdl_thread *t, const struct rdl_wait *wait,
                  enum rdl_woken how);
    /* t spins or yields: it is left out until another thread has stepped. */
    void (*passed)(const struct rdl_thread *t);
};

/* All that list.h names, NULL behind the last. */
extern const struct rdl_observer *const rdl_observers[];
#define RDL_MAX_OBSERVERS 8

#endif
