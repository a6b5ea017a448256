/* observer.h - the contract between the scheduler and observers of an
 * execution: coverage, the recorder of replays.
 *
 * An observer sees what threads have done, never what they are about to do.
 *
 * The scheduler promises:
 *   - it calls begin() when an execution begins.  Only an observer that returns
 *     true gets the calls for this execution; end() is the last one;
 *   - no two calls overlap, and each is made before anything else happens;
 *   - it calls step() once for each step, when the step is over: its value and
 *     its success are known.  Calls for what happens during a step precede it;
 *     an observer that needs the step first finds it in rdl_sched.last;
 *   - rdl_steps counts the steps up to and including the latest one.
 * An observer promises:
 *   - it does not change the execution: no scheduling point, no choice;
 *   - it does not allocate and takes no lock of libc;
 *   - what it needs in later executions is RDL_PERSISTENT.
 *
 * An observer that is off costs nothing.  Each function may be NULL.
 *
 * To add an observer: write runtime/observe/<name>.c and add OBSERVER(<name>)
 * to list.h. */
#ifndef RDL_RUNTIME_OBSERVE_OBSERVER_H
#define RDL_RUNTIME_OBSERVE_OBSERVER_H

#include "base/woken.h"
#include "runtime/core/thread.h"

struct rdl_observer {
    const char *name;
    /* Returns whether it observes this execution. */
    bool (*begin)(uint64_t execution);
    void (*end)(void);

    void (*step)(const struct rdl_event *e);
    /* hold(): the calling thread acquires a lock.  unhold(): `holder` releases
     * one, in a step of the calling thread. */
    void (*hold)(const volatile void *lock, unsigned flags, uintptr_t pc);
    void (*unhold)(const struct rdl_thread *holder, const volatile void *lock);
    /* The calling thread has created t. */
    void (*created)(const struct rdl_thread *t, uintptr_t pc);
    /* The calling thread has waited for the end of t. */
    void (*joined)(const struct rdl_thread *t);
    /* The calling thread gets a block, perhaps before the first step; outer:
     * where the program called the library that requested it, 0 if it was no
     * library. */
    void (*made)(const void *block, uint32_t size, uintptr_t pc,
                 uintptr_t outer);
    /* From now on these bytes belong to another object. */
    void (*freed)(const void *block, uint32_t size, uintptr_t pc);
    /* The kernel reads or writes these bytes in a step of the calling
     * thread. */
    void (*touched)(const void *start, size_t size, bool writes);
    /* An allocation of that many bytes fails, by a choice of the strategy. */
    void (*refused)(size_t size, uintptr_t pc);
    /* waits(): t begins to wait.  woken(): t stops waiting; `how` is the reason
     * (the latest step is t's own unless the calling thread woke it). */
    void (*waits)(const struct rdl_thread *t, const struct rdl_wait *wait);
    void (*woken)(const struct rdl_thread *t, const struct rdl_wait *wait,
                  enum rdl_woken how);
    /* The calling thread looks whether it is cancelled.  anywhere: it may be so
     * at any place from now on. */
    void (*cancellable)(bool anywhere);
    /* t spins or yields: the scheduler leaves it out until another thread has
     * stepped. */
    void (*passed)(const struct rdl_thread *t);
};

/* All observers of list.h; NULL ends the list. */
extern const struct rdl_observer *const rdl_observers[];
#define RDL_MAX_OBSERVERS 8

#endif
