/* determinism.h - is the target deterministic under control?
 *
 * Everything rests on it, so now and then (the first execution and those whose
 * number is a power of two) an execution is run again and must give the same
 * events.  If not, the user is told at which step they part.
 *
 * Again means: the strategy decides again, from the same seed.  One that
 * remembers earlier executions, or is guided by what they covered, would
 * decide otherwise; then the schedule is replayed. */
#ifndef RDL_CAMPAIGN_DETERMINISM_H
#define RDL_CAMPAIGN_DETERMINISM_H

#include "campaign/campaign.h"
#include "schedule/schedule.h"

struct rdl_determinism { /* what the first time left behind */
    bool wanted;
    struct rdl_outcome outcome;
    uint64_t *steps;
    uint64_t n_steps;
    bool replays;
    struct rdl_schedule schedule; /* if it does */
};

/* Directly after an execution, while the worker's memory holds it. */
void rdl_determinism_save(struct rdl_campaign *c, struct rdl_worker *w,
                          const struct rdl_config *config,
                          const struct rdl_run_result *ran,
                          struct rdl_determinism *r);
/* Runs it again, if it is to be, and compares. */
void rdl_determinism_check(struct rdl_campaign *c, struct rdl_worker *w,
                           const struct rdl_config *config,
                           struct rdl_determinism *r);
/* Are there any that are to be run again? */
bool rdl_determinism_wanted(const struct rdl_campaign *c);

#endif
