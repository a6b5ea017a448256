/* verdict.h - what a campaign entitles us to say.  Clean is said only if it
 * was earned. */
#ifndef RDL_CAMPAIGN_VERDICT_H
#define RDL_CAMPAIGN_VERDICT_H

#include "campaign/campaign.h"
#include "util/die.h"

/* The exit status; *why is a sentence for the user, to be freed, that says
 * what to do when nothing was verified, or less than was asked for; NULL if
 * there is nothing to say. */
enum rdl_exit rdl_verdict(const struct rdl_campaign *c, char **why);

/* Was something verified, but a goal (--until coverage=) not reached, though
 * nothing ended the campaign early?  And the sentence about it, to be freed. */
bool rdl_verdict_missed(const struct rdl_campaign *c);
char *rdl_verdict_goal(const struct rdl_campaign *c);

/* Will more executions verify nothing either?  There were a handful, all
 * complete, and none made a thread; or none showed the memory accesses that are
 * required. */
bool rdl_verdict_hopeless(const struct rdl_campaign *c);

#endif
