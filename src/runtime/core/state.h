/* state.h - the scheduler's state.  Only sched/ changes it; others read it. */
#ifndef RDL_RUNTIME_CORE_STATE_H
#define RDL_RUNTIME_CORE_STATE_H

#include "base/rng.h"
#include "runtime/core/engine.h"
#include "runtime/core/thread.h"

struct rdl_sched {
    const struct rdl_strategy *strategy;
    const struct rdl_engine *engine;
    struct rdl_rng rng;
    struct rdl_run run; /* what the strategy was initialised with */
    /* By tid: the step that a thread has announced.  From the moment it takes
     * the step until it announces the next, its latest step. */
    struct rdl_event pending[RDL_MAX_THREADS];
    struct rdl_event last[RDL_MAX_THREADS];
    /* The threads that can take the next step: how many, a bit for each, and,
     * unless `listed` is false, their numbers in ascending order: see
     * rdl_enabled(). */
    size_t n_enabled;
    uint64_t enabled_bits[RDL_MAX_THREADS / 64];
    rdl_tid enabled[RDL_MAX_THREADS];
    bool listed;
    /* Enabled, but left out until another thread has stepped. */
    rdl_tid passed[RDL_MAX_THREADS];
    size_t n_passed;
    size_t most_enabled;
    size_t most_alike; /* live threads of one start function */
    uint64_t decisions;
    uint64_t effect_step; /* latest step that changed anything */
    /* After this many steps without an effect the scheduler picks at random. */
    uint64_t quiet;
    /* From this step on the scheduler picks at random now and then. */
    uint64_t overlong;
    /* From this step on the scheduler looks whether the state recurs; at most
     * the bound on steps. */
    uint64_t look_step;
    uint64_t accesses; /* steps that access memory, without those of: */
    /* Steps to memory that only their thread uses: taken at once, never
     * offered to the strategy. */
    uint64_t private_accesses;
    rdl_tid current;   /* the thread that took the latest step */
    bool ending;       /* a finding is being recorded: no more scheduling */
    bool undecided;    /* the execution ends while no thread has the turn */
    uint64_t disabled; /* disabled detectors that would have reported */
    bool end_claimed;  /* by one of them: the end of the execution follows */
    bool handled;      /* it had a failure that is not a finding, because a
                          handler of the target handled it */
    bool timeless;     /* not even a wait with a deadline can end */
    bool timed;        /* a thread could run while there was a deadline */
    uint64_t strategy_state[RDL_STRATEGY_STATE / sizeof(uint64_t)];
};

extern struct rdl_sched rdl_sched RDL_HIDDEN;

/* Can that thread take the next step? */
static RDL_INLINE bool rdl_is_enabled(rdl_tid tid)
{
    return rdl_sched.enabled_bits[tid / 64] >> tid % 64 & 1;
}

/* The slow path of rdl_enabled(). */
void rdl_enabled_list(void);
/* Those that can, ascending.  The list is made when somebody asks: a thread
 * that unlocks enables all that wait, and the one that locks disables them
 * again. */
static RDL_INLINE const rdl_tid *rdl_enabled(void)
{
    if (!rdl_sched.listed)
        rdl_enabled_list();
    return rdl_sched.enabled;
}
/* Virtual time: ns since the execution began.  Interceptors use rdl_now(). */
extern uint64_t rdl_virtual_ns RDL_HIDDEN;

/* The step at which something arrives from outside the process (a signal): 0
 * when one has arrived; in a replay the step at which the next one arrives;
 * otherwise RDL_NEVER.  Volatile: a real signal handler writes it. */
extern volatile uint64_t rdl_due_step RDL_HIDDEN;

#endif
