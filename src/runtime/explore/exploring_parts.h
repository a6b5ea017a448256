/* exploring_parts.h - what exploring.c and step_effects.c share. */
#ifndef RDL_RUNTIME_EXPLORE_EXPLORING_PARTS_H
#define RDL_RUNTIME_EXPLORE_EXPLORING_PARTS_H

#include "explore/reach.h"
#include "runtime/core/thread.h"

/* The thread of ticks: time passes when no other thread can step. */
#define RDL_EXPLORE_TICKER (RDL_EXPLORE_THREADS - 1)

/* The execution that explores. */
struct rdl_exploring_now {
    struct rdl_step step; /* the one that is being taken, if open */
    bool open;
    bool left; /* the rest of this execution is not explored */
    const struct rdl_thread *by; /* who takes it */
    enum rdl_op op;
    uintptr_t object;
    uint32_t size; /* of the object */
    struct rdl_step waiting[RDL_EXPLORE_THREADS];
    size_t n_waiting;
    bool stuck;
    uint32_t made[RDL_EXPLORE_THREADS]; /* threads, by serial of the creator */
    uint64_t tokens[RDL_EXPLORE_THREADS];
    bool blocked; /* a thread waits in a loop */
    bool again;   /* exploration begins again */
};

extern struct rdl_exploring_now rdl_exploring_now RDL_HIDDEN;
/* In the memory that outlives executions; attached at the beginning of each. */
extern struct rdl_reach *rdl_exploring_reach RDL_HIDDEN;
extern struct rdl_explore *rdl_exploring_explore RDL_HIDDEN;

/* The exploration cannot become complete. */
void rdl_exploring_trouble(enum rdl_reach_reason why, uintptr_t pc,
                           unsigned what);

#endif
