/* tsa_rules.h - what tsa and tsa-h share: tsa_rules.c. */
#ifndef RDL_STRATEGY_LIB_TSA_RULES_H
#define RDL_STRATEGY_LIB_TSA_RULES_H

#include "strategy/strategy.h"

/* What was asked about a thread's pending lock operation. */
struct rdl_tsa_seen {
    struct rdl_event event;
    uint64_t epoch; /* the answers hold while it is the strategy's */
    uint32_t open;
    bool waits; /* its thread is not enabled, as the papers see it */
    bool fails;
};

/* Its memory.  But for `dry`, what an execution finds here from the one before
 * counts for nothing: it begins another epoch. */
struct rdl_tsa {
    uint32_t dry; /* executions in a row that added nothing; tsa.c */
    uint64_t epoch;
    uint64_t steps;  /* at the latest decision */
    enum rdl_op did; /* what it let happen */
    rdl_tid free[RDL_MAX_THREADS], paused[RDL_MAX_THREADS];
    rdl_tid ties[RDL_MAX_THREADS];
    struct rdl_tsa_seen seen[RDL_MAX_THREADS];
};

void rdl_tsa_begin(void *state, const struct rdl_run *run);
/* `counts`: Rule 3 releases what has the fewest open requirements, else any. */
rdl_tid rdl_tsa_pick(const struct rdl_choice *c, bool counts);

#endif
