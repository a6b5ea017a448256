/* family.h - what the scheduler calls in the families of interceptors.
 *
 * The scheduler promises: it calls them in the order of start/families_list.h,
 * one at a time, never on the path of a step. A family promises: poll() and
 * outside() change only which threads can run; no function gives up the turn,
 * except thread_leaves(), which runs code of the target. Each function may be
 * NULL.
 *
 * To add a family: define rdl_family_<name> in the family's folder, and add a
 * line to start/families_list.h. */
#ifndef RDL_RUNTIME_SCHED_FAMILY_H
#define RDL_RUNTIME_SCHED_FAMILY_H

#include "runtime/core/thread.h"

struct rdl_family {
    /* No thread can step.  Does a thread wait for something that only another
     * process or the kernel can cause? */
    bool (*outside)(void);
    /* Lets events from outside the process end waits; true if there were any.
     * The first family in the list may wait up to `ms` real milliseconds for
     * them. */
    bool (*poll)(int ms);
    /* The calling thread has just created t. */
    void (*thread_new)(struct rdl_thread *t);
    /* The function of t, the calling thread, has returned. */
    void (*thread_leaves)(struct rdl_thread *t);
    /* thread_ends(): t has run its destructors and takes no more steps.
     * thread_ended(): later, t is not live any more. */
    void (*thread_ends)(struct rdl_thread *t);
    void (*thread_ended)(struct rdl_thread *t);
    /* Kernel engine: the first is called on a new kernel thread before it runs
     * the target, the second on a kernel thread that received its turn. */
    void (*kernel_thread)(void);
    void (*kernel_turn)(void);
    /* In a child that the target forked, before any code of the target runs
     * there. */
    void (*forked)(void);
    /* exec_begins(): the calling process is about to become another program,
     * which knows the kernel only.  exec_failed(): it did not. */
    void (*exec_begins)(void);
    void (*exec_failed)(void);
    /* The execution is over and its outcome is written.  The rewind's function
     * does not return if another execution follows. */
    void (*execution_ends)(void);
};

/* All families; NULL ends the list (start/families.c). */
extern const struct rdl_family *const rdl_families[];

bool rdl_families_outside(void);
bool rdl_families_poll(int ms);
void rdl_families_thread_new(struct rdl_thread *t);
void rdl_families_thread_leaves(struct rdl_thread *t);
void rdl_families_thread_ends(struct rdl_thread *t);
void rdl_families_thread_ended(struct rdl_thread *t);
void rdl_families_kernel_thread(void);
void rdl_families_kernel_turn(void);
void rdl_families_forked(void);
void rdl_families_exec_begins(void);
void rdl_families_exec_failed(void);
void rdl_families_execution_ends(void);

#endif
