/* cuve_rules.h - what cuve and cuve-c share: cuve_rules.c. */
#ifndef RDL_STRATEGY_LIB_CUVE_RULES_H
#define RDL_STRATEGY_LIB_CUVE_RULES_H

#include "strategy/strategy.h"

/* STP becomes CTP after so many executions in a row without a new singular
 * requirement. */
#define RDL_CUVE_DRY 10

/* What is known about a pending operation p, of one thread or of several that
 * are at the same one: whose it is makes no difference (guide.h: holds).  A
 * number below is known when its stamp is the strategy's. */
struct rdl_cuve_kind {
    _Alignas(64) uintptr_t pc; /* up to `n`: a cache line */
    uintptr_t addr;
    uint64_t rest;     /* of the event; for the thread, see kind_of */
    uint64_t decision; /* the latest at which one of them was enabled */
    uint64_t listed;   /* the latest at which it was among `kinds` */
    uint64_t epoch;    /* of the set and what is right below; 0: ask */
    uint64_t version;  /* of the set: no two are equal; 0: ask */
    bool waits, fails; /* guided.h */
    rdl_tid one, n;    /* of them at this decision, and how many there are */
    uint64_t birth;    /* of the kind, like a version */
    uint32_t value;    /* of cov(p) */
    uint64_t valued;   /* stamp: round */
    uint64_t alone;    /* stamp: no cov(p,q) or cov(q,p) has a value */
    uint32_t rest_of;  /* Rule 3's number */
    uint64_t rested;   /* stamp: round, or in STP `opens` */
    uint32_t after;    /* Rule 2's number */
    struct rdl_guide_set cov;
};

/* At most RDL_MAX_THREADS are of a decision, as many of the one before, and
 * all others may be replaced. */
#define RDL_CUVE_KINDS (2 * RDL_MAX_THREADS)
/* They are looked for from one of the first so many on: few pages. */
#define RDL_CUVE_NEAR 64

/* The kind of a thread's pending operation; good until the thread steps. */
struct rdl_cuve_seen {
    uintptr_t pc, addr;
    uint64_t rest, decision, forced;
    uint32_t kind; /* its place */
};

/* cov(p,q) of two sets by their versions, of two locks by their births, where
 * it is one requirement. */
struct rdl_cuve_after {
    uint64_t p, q;
    uint64_t valued; /* stamp: round, of CTP */
    uint32_t id, value;
};
#define RDL_CUVE_AFTER 256 /* of which that is kept, by both versions */

/* Its memory.  But for the first two, what an execution finds here from the
 * one before counts for nothing: it begins another epoch. */
struct rdl_cuve {
    uint32_t dry;      /* executions in a row that added nothing */
    uint32_t combines; /* CTP: for good */
    uint32_t fresh;    /* the guide's, when `opens` began */
    uint32_t progress; /* the guide's, at the latest decision */
    uint64_t opens;    /* changes when Rule 3's numbers of STP may */
    uint64_t epoch;    /* changes when anything may have happened */
    uint64_t round;    /* changes when values may have grown */
    uint64_t version, decision;
    uint64_t began;       /* version, as the execution began */
    uint64_t forced;      /* changes when any thread may have stepped */
    uint64_t steps;       /* at the latest decision */
    struct rdl_event did; /* what it let happen */
    rdl_tid live[RDL_MAX_THREADS], ties[RDL_MAX_THREADS];
    struct rdl_cuve_kind *kinds[RDL_MAX_THREADS]; /* of those in `live` */
    struct rdl_cuve_after after[RDL_CUVE_AFTER];
    struct rdl_cuve_seen seen[RDL_MAX_THREADS];
    struct rdl_cuve_kind kind[RDL_CUVE_KINDS];
};

void rdl_cuve_begin(void *state, const struct rdl_run *run);
/* In the phase of `combines`. */
rdl_tid rdl_cuve_pick(const struct rdl_choice *c, bool combines);

#endif
