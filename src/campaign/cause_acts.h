/* cause_acts.h - what threads did in an execution, as far as it can meet with
 * what others did. */
#ifndef RDL_CAMPAIGN_CAUSE_ACTS_H
#define RDL_CAMPAIGN_CAUSE_ACTS_H

#include "campaign/shrink.h"

struct rdl_act {
    struct rdl_event e;
    uintptr_t at;     /* pc of the step, or of that in whose course it was */
    uint64_t step;    /* UINT64_MAX: it was not done any more */
    uint32_t own;     /* steps of its thread before it */
    uint32_t hold;    /* the same, before the first lock that it holds then */
    uint32_t segment; /* of the plan */
    uint16_t n_woken; /* threads that it woke */
    rdl_tid woken;    /* the first of them */
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

#endif
