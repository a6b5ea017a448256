/* verdict.h - what the results of a campaign allow raddle to say.  It says
 * "clean" only if the campaign has shown it. */
#ifndef RDL_CAMPAIGN_VERDICT_H
#define RDL_CAMPAIGN_VERDICT_H

#include "campaign/campaign.h"
#include "util/error.h"

/* Why the executions verify nothing. */
enum rdl_unverified {
    RDL_VERIFIED, /* they do verify something */
    RDL_REPLACED, /* the program, before the campaign had ended */
    RDL_NOTHING_EXECUTED,
    RDL_INTERRUPTED_EARLY,
    RDL_ALL_LOST,
    RDL_ONE_UNFINISHED, /* for at least half of --time */
    RDL_ALL_SUPPRESSED,
    RDL_MOSTLY_CUT, /* more than half were cut or lost */
    RDL_NO_THREADS,
    RDL_ONE_SCHEDULE,
    RDL_NO_ACCESSES, /* though the user requires them */
};

/* Facts about a campaign that has ended, except its findings; determined once.
 */
struct rdl_verdict {
    bool unable; /* raddle could not run the program under control */
    enum rdl_unverified unverified;
    /* The campaign verified something and did not end early, but did not reach
     * its goal (--until coverage=). */
    bool missed;
    /* The campaign explores every interleaving, and cannot say that it has. */
    bool incomplete;
    /* It has run all of them within a bound: not a proof. */
    bool within;
};

struct rdl_verdict rdl_verdict_of(const struct rdl_campaign *c);

/* The exit status, given the campaign's findings by now. */
enum rdl_exit rdl_verdict_exit(const struct rdl_verdict *v,
                               const struct rdl_campaign *c);
/* One stable word for it, for programs: "clean", "findings", "mostly-cut". */
const char *rdl_verdict_word(const struct rdl_verdict *v,
                             const struct rdl_campaign *c);
/* What to do when nothing was verified, or less than the user asked for: a
 * sentence that the caller frees; NULL if there is nothing to say. */
char *rdl_verdict_why(const struct rdl_verdict *v,
                      const struct rdl_campaign *c);
/* The sentence about a program whose file was replaced after this number
 * of executions; the caller frees it. */
char *rdl_verdict_replaced(const char *program, const char *path,
                           uint64_t executions);
/* The sentence about a missed goal; the caller frees it. */
char *rdl_verdict_goal(const struct rdl_campaign *c);

/* Would more executions verify nothing either?  True if a handful of complete
 * executions made no thread, or showed none of the memory accesses that the
 * user requires. */
bool rdl_verdict_hopeless(const struct rdl_campaign *c);

#endif
