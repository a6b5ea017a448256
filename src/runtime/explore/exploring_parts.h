/* exploring_parts.h - what the files of an exploring execution share. */
#ifndef RDL_RUNTIME_EXPLORE_EXPLORING_PARTS_H
#define RDL_RUNTIME_EXPLORE_EXPLORING_PARTS_H

#include "explore/reach.h"
#include "runtime/core/thread.h"

/* The thread of ticks: time passes when no other thread can step. */
#define RDL_EXPLORE_TICKER (RDL_EXPLORE_THREADS - 1)

#define RDL_EXPLORE_INITS 32

/* The execution that explores. */
struct rdl_exploring_now {
    bool open;
    bool left; /* the rest of this execution is not explored */
    const struct rdl_thread *by; /* who takes it */
    enum rdl_op op;
    uintptr_t object;
    size_t n_waiting, n_inits;
    bool stuck;
    /* What each thread has had so far, by serial. */
    struct {
        uint32_t spurious, weak, allocations;
    } had[RDL_EXPLORE_THREADS];
    uint32_t n_more;        /* threads that exploration has no room for */
    uint32_t asked;         /* allocations of the step so far */
    bool blocked;           /* a thread waits in a loop */
    bool again;             /* exploration begins again */
    uint64_t clock_readers; /* set of threads, by serial */
    /* A call that waits until a deadline begins to wait; not a step. */
    bool attempts;
    /* Keys of thread-specific data, by serial: the thread has used one when it
     * has taken so many steps, or created or deleted one; 0: never. */
    uint32_t key_used[RDL_EXPLORE_THREADS], key_changed[RDL_EXPLORE_THREADS];
    bool uses_key; /* in the step under way */
    /* What follows is not cleared where an execution begins. */
    struct rdl_step step; /* the one that is being taken, if open */
    uint64_t wakes[RDL_EXPLORE_THREADS];          /* by outcome */
    struct rdl_step waiting[RDL_EXPLORE_THREADS]; /* n_waiting */
    /* Of a thread that waits until a deadline, by serial: its call. */
    struct rdl_event call[RDL_EXPLORE_THREADS];
    /* n_inits objects that were initialised, or changed without a step, beside
     * other threads; by whom, and how many steps that thread had taken, with
     * the one under way. */
    struct {
        struct rdl_step_object object;
        uint32_t own;
        enum rdl_reach_reason why; /* exploration is not complete */
        rdl_tid by;
    } inits[RDL_EXPLORE_INITS];
};

extern struct rdl_exploring_now rdl_exploring_now RDL_HIDDEN;
/* In the memory that outlives executions; attached at the beginning of each. */
extern struct rdl_reach *rdl_exploring_reach RDL_HIDDEN;
extern struct rdl_explore *rdl_exploring_explore RDL_HIDDEN;

/* The step that is being taken is over. */
void rdl_exploring_close_step(void);
/* The threads whose step is possible, by serial, and their numbers.  0 with
 * rdl_exploring_now.left: a step is not known to exploration. */
size_t rdl_exploring_possible(rdl_tid *can, rdl_tid *tids);
/* What the threads that could not go on, or were not asked any more, would have
 * done. */
void rdl_exploring_collect(void);
/* Does the event happen along with the step before? */
bool rdl_exploring_is_silent(const struct rdl_event *e);
/* Can no thread step, so that time passes?  The caller knows that a thread
 * waits for that. */
bool rdl_exploring_idle(void);
/* No thread can step.  A thread whose call waits until a deadline begins to
 * wait, which is not a step, so that time can pass to its end.  Or
 * RDL_EXPLORE_NOBODY. */
rdl_tid rdl_exploring_begin_waiting(void);
/* Before the step that is being taken is over: may it use what is being
 * initialised? */
void rdl_exploring_check_inits(void);
/* Behind the step: was a key that it used created or deleted before it? */
void rdl_exploring_check_keys(void);
/* The exploration cannot become complete. */
void rdl_exploring_trouble(enum rdl_reach_reason why, uintptr_t pc,
                           unsigned what);

#endif
