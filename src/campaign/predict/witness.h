/* witness.h - the schedule that brings threads to a race or a deadlock which an
 * execution shows to be possible (reorder/found.h): the closure's events, in
 * their old order.  Running it is the proof. */
#ifndef RDL_CAMPAIGN_PREDICT_WITNESS_H
#define RDL_CAMPAIGN_PREDICT_WITNESS_H

#include "minimize/plan.h"
#include "reorder/found.h"
#include "schedule/schedule.h"

struct rdl_witness { /* owns the plan */
    struct rdl_plan plan;
    bool deadlock; /* or a race */
    size_t n;
    struct rdl_witness_part { /* a thread that should stand there */
        rdl_tid tid;
        uint32_t own; /* its steps before */
        uintptr_t pc; /* of its next step; 0: it need not have one */
    } parts[RDL_REORDER_PARTS];
};

/* From the execution of that schedule.  False if it is too long for a plan. */
bool rdl_witness_make(struct rdl_witness *w, const struct rdl_reading *r,
                      const struct rdl_schedule *schedule,
                      const struct rdl_reordered *one);
void rdl_witness_free(struct rdl_witness *w);
/* Did the threads stand there at the same time, in the execution that the
 * memory holds? */
bool rdl_witness_stood(const struct rdl_witness *w, struct rdl_shared *shared);

#endif
