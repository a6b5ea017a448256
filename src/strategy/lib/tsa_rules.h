/* tsa_rules.h - the rules that tsa, tsa-h and tsa-published share; see
 * tsa_rules.c. */
#ifndef RDL_STRATEGY_LIB_TSA_RULES_H
#define RDL_STRATEGY_LIB_TSA_RULES_H

#include "strategy/lib/guided.h"

/* Cached answers about a thread's pending lock operation. */
struct rdl_tsa_seen {
    struct rdl_event event;
    uint64_t epoch; /* valid while it equals the strategy's */
    uint32_t open;
    bool waits; /* it would block: guided.h */
    bool fails;
    uint64_t held; /* by tsa-published: the number of the execution in which */
};

/* The strategy's memory.  Only the first two fields carry over between
 * executions: each execution begins a new epoch and has a number of its own, so
 * what is kept of the one before is invalid. */
struct rdl_tsa {
    uint64_t decided[RDL_N_RULES];
    uint32_t dry;  /* executions in a row without new coverage; tsa.c */
    bool attempts; /* in this execution: rdl_guided_attempts */
    uint64_t execution;
    uint64_t epoch;
    uint64_t steps;  /* c->steps at the latest decision */
    enum rdl_op did; /* the step chosen at the latest decision */
    rdl_tid free[RDL_MAX_THREADS], paused[RDL_MAX_THREADS];
    rdl_tid ties[RDL_MAX_THREADS], waiting[RDL_MAX_THREADS];
    struct rdl_tsa_seen seen[RDL_MAX_THREADS];
};

void rdl_tsa_begin(void *state, const struct rdl_run *run);
/* `counts`: Rule 3 releases an operation with the fewest open requirements,
 * else any operation. */
rdl_tid rdl_tsa_pick(const struct rdl_choice *c, bool counts);
/* The same, where an operation stays paused until a rule releases it. */
rdl_tid rdl_tsa_pick_published(const struct rdl_choice *c);

#endif
