/* results.h - the consequences of a request that has ended: notes, another
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
/* If parallel executions would interfere outside the program, the campaign uses
 * one job from now on, unless the user asked for several. */
void rdl_results_serialise_jobs(struct rdl_campaign *c);
/* Call it before the job's next request: if its process has died, starts
 * another. */
void rdl_results_restart(struct rdl_campaign *c, struct rdl_job *j);
/* Call it before a process that ended before main is started again. */
void rdl_results_again(struct rdl_campaign *c,
                       const struct rdl_run_result *ran);
/* Counts the warnings that the latest request left, and reports the new ones.
 * `execution`: the number of the request's last execution. */
void rdl_results_warnings(struct rdl_campaign *c, uint64_t execution);
/* Counts the finding of the latest execution, which `config` names, and hands
 * it to the pipeline (finding_pipeline.h) if it is new. */
void rdl_results_finding(struct rdl_campaign *c,
                         const struct rdl_config *config);

#endif
