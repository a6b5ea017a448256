/* results.h - what follows from the end of a request: notes, another
 * isolation, fewer jobs, findings. */
#ifndef RDL_CAMPAIGN_RESULTS_H
#define RDL_CAMPAIGN_RESULTS_H

#include "campaign/campaign.h"
#include "exec/isolation_fallback.h"

/* Adds the notes that the latest execution left. */
void rdl_results_notes(struct rdl_campaign *c);
/* Uses a heavier isolation from now on.  `told`: with a note for the user. */
void rdl_results_downgrade(struct rdl_campaign *c,
                           const struct rdl_step_down *d, bool told);
/* If executions side by side would meet at something outside, the campaign uses
 * one job from now on, unless the user asked for several. */
void rdl_results_serialise_jobs(struct rdl_campaign *c);
/* The job's next request is about to begin: if its process has died, another
 * takes over. */
void rdl_results_restart(struct rdl_campaign *c, struct rdl_job *j);
/* A process that ended before main is about to be started again. */
void rdl_results_again(struct rdl_campaign *c,
                       const struct rdl_run_result *ran);
/* The warnings that the latest request left, the last of whose executions has
 * that number: counts them, and tells the new ones. */
void rdl_results_warnings(struct rdl_campaign *c, uint64_t execution);
/* The finding of the latest execution, which `config` names: counts it, and
 * hands it to the pipeline (finding_pipeline.h) if it is new. */
void rdl_results_finding(struct rdl_campaign *c,
                         const struct rdl_config *config);

#endif
