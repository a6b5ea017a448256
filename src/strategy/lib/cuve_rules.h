/* cuve_rules.h - the rules and the cache that cuve and cuve-c share; see
 * cuve_rules.c for the algorithm. */
#ifndef RDL_STRATEGY_LIB_CUVE_RULES_H
#define RDL_STRATEGY_LIB_CUVE_RULES_H

#include "strategy/lib/guided.h"

/* STP becomes CTP after this many executions in a row without a new singular
 * requirement. */
#define RDL_CUVE_DRY 10

/* A kind: what is known about a pending operation p.  Threads whose pending
 * operations are equal share one kind, because the answers do not depend on the
 * thread (except if it holds the lock: guide.h, `holds`).  A cached number is
 * valid while its stamp equals the strategy's. */
struct rdl_cuve_kind {
    _Alignas(64) uintptr_t pc; /* up to `n`: one cache line */
    uintptr_t addr;
    uint64_t rest;     /* rest of the event; its tid: rdl_cuve_kind_whose */
    uint64_t decision; /* latest one at which such a thread was enabled */
    uint64_t listed;   /* latest one at which it was in `kinds` */
    uint64_t epoch;    /* the answers below are of this epoch; 0: ask */
    uint64_t version;  /* unique number of the set `cov`; 0: ask */
    bool waits, fails; /* see guided.h */
    rdl_tid one, n;    /* one such thread at this decision; their number */
    uint64_t birth;    /* unique number of the kind, from `version` */
    uint32_t value;    /* of cov(p) */
    uint64_t valued;   /* stamp: round */
    uint64_t alone;    /* stamp: every cov(p,q) and cov(q,p) has value 0 */
    uint32_t rest_of;  /* p's number in Rule 3 */
    uint64_t rested;   /* stamp: round, or in STP `opens` */
    uint32_t after;    /* p's number in Rule 2 */
    struct rdl_guide_set cov;
};

/* A decision has at most RDL_MAX_THREADS kinds, and so has the one before; all
 * others may be replaced. */
#define RDL_CUVE_KINDS (2 * RDL_MAX_THREADS)
/* A search starts at one of the first RDL_CUVE_NEAR entries, so that it touches
 * few pages. */
#define RDL_CUVE_NEAR 64

/* The kind of a thread's pending operation; valid until the thread steps. */
struct rdl_cuve_seen {
    uintptr_t pc, addr;
    uint64_t rest, decision, forced;
    uint32_t kind; /* index into `kind` */
};

/* The cached value of a cov(p,q) that is a single requirement.  p and q are the
 * versions of the two sets; for two locks, the births of the kinds. */
struct rdl_cuve_after {
    uint64_t p, q;
    uint64_t valued; /* stamp: round; only in CTP */
    uint32_t id, value;
};
#define RDL_CUVE_AFTER 256 /* cached pairs, by a hash of p and q */

/* The strategy's memory.  Only the first three fields carry over between
 * executions: each execution begins a new epoch, so the cached answers of the
 * one before are invalid. */
struct rdl_cuve {
    uint64_t decided[RDL_N_RULES];
    uint32_t dry;      /* executions in a row without new coverage */
    uint32_t combines; /* CTP has begun, and never ends */
    bool attempts;     /* in this execution: rdl_guided_attempts */
    uint32_t fresh;    /* guide->fresh() when `opens` changed last */
    uint32_t progress; /* guide->progress() at the latest decision */
    uint64_t opens;    /* changes when Rule 3's counts in STP may change */
    uint64_t epoch;    /* changes when anything may have happened */
    uint64_t round;    /* changes when values may have grown */
    uint64_t version, decision;
    uint64_t began;       /* `version` at the start of the execution */
    uint64_t forced;      /* changes after steps that were not seen here */
    uint64_t steps;       /* c->steps at the latest decision */
    struct rdl_event did; /* the step chosen at the latest decision */
    rdl_tid free[RDL_MAX_THREADS]; /* of uncontrolled operations */
    rdl_tid live[RDL_MAX_THREADS], ties[RDL_MAX_THREADS];
    struct rdl_cuve_kind *kinds[RDL_MAX_THREADS]; /* of `live` */
    struct rdl_cuve_after after[RDL_CUVE_AFTER];
    struct rdl_cuve_seen seen[RDL_MAX_THREADS];
    struct rdl_cuve_kind kind[RDL_CUVE_KINDS];
};

void rdl_cuve_begin(void *state, const struct rdl_run *run);
/* `combines`: decide by the rules of CTP, else by those of STP. */
rdl_tid rdl_cuve_pick(const struct rdl_choice *c, bool combines);

#endif
