/* state.h - the scheduler's state.  sched/ changes it; others only look. */
#ifndef RDL_RUNTIME_CORE_STATE_H
#define RDL_RUNTIME_CORE_STATE_H

#include "base/rng.h"
#include "runtime/core/engine.h"
#include "runtime/core/thread.h"

struct rdl_sched {
    const struct rdl_strategy *strategy;
    const struct rdl_engine *carrier;
    struct rdl_rng rng;
    struct rdl_run run; /* what the strategy was begun with */
    /* By tid: what a thread does next, once it has announced it; and what it
     * did last, from the moment it takes that step. */
    struct rdl_event pending[RDL_MAX_THREADS];
    struct rdl_event last[RDL_MAX_THREADS];
    rdl_tid enabled[RDL_MAX_THREADS]; /* ascending */
    size_t n_enabled;
    rdl_tid passed[RDL_MAX_THREADS]; /* enabled, but left out until another
                                        thread has stepped */
    size_t n_passed;
    size_t most_enabled;
    uint64_t decisions;
    uint64_t effect_step; /* latest step that changed anything */
    uint64_t quiet;       /* so many steps without one, and chance decides */
    uint64_t overlong;    /* from this step on it decides now and then */
    uint64_t accesses;
    rdl_tid current; /* took the latest step */
    bool ending;     /* a finding is being recorded: no more scheduling */
    bool undecided;  /* the execution ends while nobody has the turn */
    bool timeless;   /* a wait with a deadline does not end either */
    uint64_t strategy_state[RDL_STRATEGY_STATE / sizeof(uint64_t)];
};

extern struct rdl_sched rdl_sched RDL_HIDDEN;

/* ns since the execution began.  Interceptors ask rdl_now(). */
extern uint64_t rdl_virtual_ns RDL_HIDDEN;

/* The step at which something from outside the process arrives (a signal): 0
 * when one has come, at a replay the step at which the next came, RDL_NEVER
 * else.  Volatile: a real handler writes it. */
extern volatile uint64_t rdl_due_step RDL_HIDDEN;

#endif
