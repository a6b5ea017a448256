/* tell.h - what a campaign's owner learns from a request, each thing once.
 * (rdl_campaign_note is declared in campaign.h: the owner has notes too.) */
#ifndef RDL_CAMPAIGN_TELL_H
#define RDL_CAMPAIGN_TELL_H

#include "campaign/campaign.h"
#include "campaign/ladder.h"

/* Those of c->worker. */
void rdl_tell_notes(struct rdl_campaign *c);
/* Goes down to that rung, for good.  `told`: the user should know. */
void rdl_tell_fall(struct rdl_campaign *c, const struct rdl_step_down *d,
                   bool told);
/* The job's next request is about to begin: if its process has died, another
 * takes over. */
/* Executions side by side would meet: unless the user asked for several jobs,
 * there is one from now on. */
void rdl_tell_meets(struct rdl_campaign *c);
void rdl_tell_restart(struct rdl_campaign *c, struct rdl_job *j);
/* A process that did not come as far as main is about to be started again. */
void rdl_tell_again(struct rdl_campaign *c, const struct rdl_ran *ran);
/* The finding in c->worker, of the execution that `config` names: counted, and
 * if it is new kept (keep.h). */
void rdl_tell_found(struct rdl_campaign *c, const struct rdl_config *config);

#endif
