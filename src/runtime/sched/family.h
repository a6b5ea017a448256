/* family.h - what the scheduler asks of the families of interceptors.
 *
 * The scheduler promises: it calls them in the order of start/families_list.h,
 * one at a time, never on the path of a step.
 * A family promises: poll() and outside() change nothing but who can run; no
 * other function gives up the turn, but thread_leaves(), which runs code of the
 * target.
 * Any of them may be NULL.
 *
 * To add one: define rdl_family_<name> in the family's folder, and add a line
 * to start/families_list.h. */
#ifndef RDL_RUNTIME_SCHED_FAMILY_H
#define RDL_RUNTIME_SCHED_FAMILY_H

#include "runtime/core/thread.h"

struct rdl_family {
    /* Nobody can step.  Does a thread wait for something that only the outside
     * can bring about? */
    bool (*outside)(void);
    /* Lets what came from outside end waits; true if anything came.  The first
     * of the list may wait for it up to `ms` real milliseconds. */
    bool (*poll)(int ms);
    /* t was just made by the calling thread. */
    void (*thread_new)(struct rdl_thread *t);
    /* The function of t, the calling thread, has returned. */
    void (*thread_leaves)(struct rdl_thread *t);
    /* It has run its destructors and takes no more steps; and, later, it is
     * not live any more. */
    void (*thread_ends)(struct rdl_thread *t);
    void (*thread_ended)(struct rdl_thread *t);
    /* Kernel threads: a new one, on it, before it runs the target; one that got
     * its turn. */
    void (*kernel_thread)(void);
    void (*kernel_turn)(void);
    /* The execution is over and its outcome written.  The rewind's does not
     * return if there is another execution. */
    void (*execution_ends)(void);
};

/* All, NULL behind the last (start/families.c). */
extern const struct rdl_family *const rdl_families[];

bool rdl_families_outside(void);
bool rdl_families_poll(int ms);
void rdl_families_thread_new(struct rdl_thread *t);
void rdl_families_thread_leaves(struct rdl_thread *t);
void rdl_families_thread_ends(struct rdl_thread *t);
void rdl_families_thread_ended(struct rdl_thread *t);
void rdl_families_kernel_thread(void);
void rdl_families_kernel_turn(void);
void rdl_families_execution_ends(void);

#endif
