/* verdict.h - what a campaign entitles us to say.  raddle says "clean" only
 * where the campaign has earned it. */
#ifndef RDL_CAMPAIGN_VERDICT_H
#define RDL_CAMPAIGN_VERDICT_H

#include "campaign/campaign.h"
#include "util/error.h"

/* Why what was executed shows nothing. */
enum rdl_unverified {
    RDL_VERIFIED, /* it does show something */
    RDL_NOTHING_EXECUTED,
    RDL_INTERRUPTED_EARLY,
    RDL_ALL_LOST,
    RDL_ONE_UNFINISHED, /* for half of --time and more */
    RDL_ALL_SUPPRESSED,
    RDL_ALL_CUT,
    RDL_NO_THREADS,
    RDL_ONE_SCHEDULE,
    RDL_NO_ACCESSES, /* though the user requires them */
};

/* Facts of a campaign that has ended, findings aside; found out once. */
struct rdl_verdict {
    bool unable; /* the program could not be run under control */
    enum rdl_unverified unverified;
    /* Something was verified, and nothing ended the campaign early, but the
     * goal (--until coverage=) was not reached. */
    bool missed;
};

struct rdl_verdict rdl_verdict_of(const struct rdl_campaign *c);

/* The exit status, with the findings that the campaign has by now. */
enum rdl_exit rdl_verdict_exit(const struct rdl_verdict *v,
                               const struct rdl_campaign *c);
/* A sentence for the user, to be freed, that says what to do when nothing was
 * verified, or less than was asked for; NULL if there is nothing to say. */
char *rdl_verdict_why(const struct rdl_verdict *v,
                      const struct rdl_campaign *c);
/* The sentence about a goal that was missed, to be freed. */
char *rdl_verdict_goal(const struct rdl_campaign *c);

/* Will more executions verify nothing either?  There were a handful, all
 * complete, and none made a thread; or none showed the memory accesses that the
 * user requires. */
bool rdl_verdict_hopeless(const struct rdl_campaign *c);

#endif
