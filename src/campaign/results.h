/* results.h - what a campaign's owner learns from a request, each thing once.
 * (rdl_campaign_note is declared in campaign.h: the owner has notes too.) */
#ifndef RDL_CAMPAIGN_RESULTS_H
#define RDL_CAMPAIGN_RESULTS_H

#include "campaign/campaign.h"
#include "exec/isolation_fallback.h"

/* Those of c->worker. */
void rdl_results_notes(struct rdl_campaign *c);
/* Goes down to that rung, for good.  `told`: the user should know. */
void rdl_results_downgrade(struct rdl_campaign *c,
                           const struct rdl_step_down *d, bool told);
/* The job's next request is about to begin: if its process has died, another
 * takes over. */
/* Executions side by side would meet: unless the user asked for several jobs,
 * there is one from now on. */
void rdl_results_serialise_jobs(struct rdl_campaign *c);
void rdl_results_restart(struct rdl_campaign *c, struct rdl_job *j);
/* A process that did not come as far as main is about to be started again. */
void rdl_results_again(struct rdl_campaign *c,
                       const struct rdl_run_result *ran);
/* The finding in c->worker, of the execution that `config` names: counted, and
 * if it is new kept (finding_pipeline.h). */
void rdl_results_finding(struct rdl_campaign *c,
                         const struct rdl_config *config);

#endif
