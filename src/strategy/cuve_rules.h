/* cuve_rules.h - what cuve and cuve-c share: cuve_rules.c. */
#ifndef RDL_STRATEGY_CUVE_RULES_H
#define RDL_STRATEGY_CUVE_RULES_H

#include "strategy/strategy.h"

/* STP becomes CTP after so many executions in a row without a new singular
 * requirement. */
#define RDL_CUVE_DRY 10

/* What is known about a thread's pending operation p.  A number below is
 * known when its stamp is the strategy's. */
struct rdl_cuve_seen {
    uintptr_t pc, addr;
    uint64_t rest;
    uint64_t decision; /* the latest at which the thread was enabled */
    uint64_t epoch;    /* of the set and what is right below; 0: ask */
    uint64_t version;  /* of the set: no two are equal */
    bool waits, fails; /* guided.h */
    uint32_t value;    /* of cov(p) */
    uint64_t valued;   /* stamp: round */
    uint64_t alone;    /* stamp: no cov(p,q) or cov(q,p) has a value */
    uint32_t rest_of;  /* Rule 3's number */
    uint64_t rested;   /* stamp: round, or in STP `opens` */
    uint32_t after;    /* Rule 2's number */
    struct rdl_guide_set cov;
};

/* cov(p,q) of two sets by their versions, where it is one requirement. */
struct rdl_cuve_after {
    uint64_t p, q;
    uint32_t id;
};
#define RDL_CUVE_AFTER 16 /* threads of whom that is kept */

#define RDL_CUVE_IDS (UINT32_C(1) << 18) /* above: taken as never seen */

/* Its memory.  But for the first two, what an execution finds here from the
 * one before counts for nothing: it begins another epoch. */
struct rdl_cuve {
    uint32_t dry;      /* executions in a row that added nothing */
    uint32_t combines; /* CTP: for good */
    uint32_t run;
    uint32_t fresh; /* the guide's, when `opens` began */
    uint64_t opens; /* changes when Rule 3's numbers of STP may */
    uint64_t epoch; /* changes when anything may have happened */
    uint64_t round; /* changes when values may have grown */
    uint64_t version, decision;
    uint64_t steps;       /* at the latest decision */
    struct rdl_event did; /* what it let happen */
    rdl_tid live[RDL_MAX_THREADS], ties[RDL_MAX_THREADS];
    struct rdl_cuve_after after[RDL_CUVE_AFTER][RDL_CUVE_AFTER];
    struct rdl_cuve_seen seen[RDL_MAX_THREADS];
    uint32_t in_curr[RDL_CUVE_IDS]; /* run that has covered it */
};

void rdl_cuve_begin(void *state, const struct rdl_run *run);
/* In the phase of `combines`. */
rdl_tid rdl_cuve_pick(const struct rdl_choice *c, bool combines);

#endif
