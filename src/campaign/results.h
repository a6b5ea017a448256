/* results.h - the consequences of a request that has ended: notes, another
 * isolation, fewer jobs, findings. */
#ifndef RDL_CAMPAIGN_RESULTS_H
#define RDL_CAMPAIGN_RESULTS_H

#include "campaign/campaign.h"
#include "exec/isolation/fallback.h"

/* Adds the notes that the latest execution left. */
void rdl_results_notes(struct rdl_campaign *c);
/* Uses a heavier isolation from now on.  `report`: with a note for the user. */
void rdl_results_downgrade(struct rdl_campaign *c,
                           const struct rdl_step_down *d, bool report);
/* If parallel executions would interfere outside the program, the campaign uses
 * one job from now on, unless the user asked for several. */
void rdl_results_serialise_jobs(struct rdl_campaign *c);
/* Call it before the job's next request: if its process has died, starts
 * another. */
void rdl_results_restart(struct rdl_campaign *c, struct rdl_job *j);
/* Call it before a process that ended before main is started again. */
void rdl_results_again(struct rdl_campaign *c,
                       const struct rdl_run_result *ran);
/* --time was up before the job's execution had ended: adds a note if the
 * execution may hang. */
void rdl_results_unfinished(struct rdl_campaign *c, struct rdl_job *j);
/* Counts the warnings that the latest request left, and reports the new ones;
 * the same for findings after which executions go on.  `config`: of the
 * request's last execution alone. */
void rdl_results_warnings(struct rdl_campaign *c,
                          const struct rdl_config *config);
/* Counts the finding of the latest execution, which `config` names, and hands
 * it to the pipeline (findings/pipeline.h) if it is new. */
void rdl_results_finding(struct rdl_campaign *c,
                         const struct rdl_config *config);

#endif
