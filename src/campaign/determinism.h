/* determinism.h - is the target deterministic under control?  Everything
 * depends on it.  So raddle repeats the first execution and those whose number
 * is a power of two, and compares the events.  If they differ, it reports the
 * first step that does.
 *
 * In a repetition the strategy decides again, from the same seed.  A strategy
 * that remembers earlier executions, or is guided by what they covered, would
 * decide differently; for such a strategy raddle replays the schedule. */
#ifndef RDL_CAMPAIGN_DETERMINISM_H
#define RDL_CAMPAIGN_DETERMINISM_H

#include "campaign/campaign.h"
#include "schedule/schedule.h"

struct rdl_determinism { /* what the first run left */
    bool wanted;
    struct rdl_outcome outcome;
    uint64_t *steps;
    uint64_t n_steps;
    bool replays;
    struct rdl_schedule schedule;
};

/* Call it directly after an execution, while the worker's memory holds it. */
void rdl_determinism_save(struct rdl_campaign *c, struct rdl_worker *w,
                          const struct rdl_config *config,
                          const struct rdl_run_result *ran,
                          struct rdl_determinism *r);
/* Repeats the execution, if it should be, and compares. */
void rdl_determinism_check(struct rdl_campaign *c, struct rdl_worker *w,
                           const struct rdl_config *config,
                           struct rdl_determinism *r);
/* Does the campaign repeat executions at all? */
bool rdl_determinism_wanted(const struct rdl_campaign *c);

#endif
