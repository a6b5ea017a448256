/* history.h - what threads did in an execution, step by step, with the locks
 * that they held and whom they woke: for shrinking, and for causes. */
#ifndef RDL_TRACE_HISTORY_H
#define RDL_TRACE_HISTORY_H

#include "base/shared.h"

#include <stdbool.h>

#define RDL_ACT_LOCKS 4

struct rdl_act {
    struct rdl_event e; /* its `value` is where the function was called */
    uint64_t value;     /* read or written, when RDL_EV_VALUE */
    uintptr_t at;       /* pc of the step, or of that in whose course it was */
    uint64_t step;      /* UINT64_MAX: it was not done any more */
    uint32_t own;       /* steps of its thread before it */
    uint32_t hold;      /* the same, before the first lock that it holds then */
    uint32_t segment;   /* of the plan */
    uint16_t n_woken;   /* threads that it woke */
    rdl_tid woken;      /* the first of them */
    bool by_nobody;     /* it woke, though nobody woke it and it has time */
    bool waits;         /* it could not be done then, and its thread waited */
    uint8_t n_locks;    /* that its thread holds before it, as far as kept */
    struct rdl_act_lock {
        uintptr_t addr;
        uint32_t own; /* of the step that asked for it */
        bool shared;  /* as one of several readers */
    } locks[RDL_ACT_LOCKS];
};

struct rdl_acts { /* owns its array */
    size_t n;
    struct rdl_act *all; /* in their order */
};

/* The acts of the execution that stands in memory with RDL_CFG_WATCH; false if
 * it does not. */
bool rdl_acts_take(struct rdl_acts *a, struct rdl_shared *shared);
void rdl_acts_free(struct rdl_acts *a);

/* Could the order of the two matter? */
bool rdl_acts_conflict(const struct rdl_event *a, const struct rdl_event *b);
bool rdl_acts_writes(const struct rdl_event *e);
/* Memory, and giving it back. */
bool rdl_acts_accesses(const struct rdl_event *e);
bool rdl_acts_overlap(const struct rdl_event *a, const struct rdl_event *b);

#endif
