/* stop_condition.h - when has a campaign done enough?
 *
 * Beside its budgets and a finding, a campaign may end when coverage is
 * saturated (coverage/saturation.h: no growth over a window, counted in
 * executions or in time), or when so much of what is known to be possible is
 * covered (rdl_coverage_known). What counts are the singular requirements of
 * the metrics that the user named, not their pairs.
 *
 * Of what is possible the first executions show a part, of which they have
 * covered most.  So a share counts only when what is known has stood still:
 * nothing was estimated or met for the first time in the latter half of the
 * executions of this session, and these are RDL_GOAL_STILL at least; or
 * coverage is saturated.  Saturated below the share, the campaign has missed
 * it: what is left may be impossible. */
#ifndef RDL_CAMPAIGN_STOP_CONDITION_H
#define RDL_CAMPAIGN_STOP_CONDITION_H

#include "coverage/saturation.h"

enum rdl_until {
    RDL_UNTIL_BUDGET,  /* or a finding, as with all */
    RDL_UNTIL_FINDING, /* for ever, if there is none */
    RDL_UNTIL_SATURATION,
    RDL_UNTIL_COVERAGE,
};

/* Executions.  docs/coverage.md says how it was chosen. */
#define RDL_WINDOW 5000
/* Executions.  docs/thoroughness.md tells the rule. */
#define RDL_GOAL_STILL 100

struct rdl_stop_condition_options {
    enum rdl_until until;
    double share;       /* of the known, for RDL_UNTIL_COVERAGE */
    uint64_t window;    /* executions; 0: by time */
    uint64_t window_ns; /* when window is 0 */
};

struct rdl_stop_condition {
    struct rdl_stop_condition_options options;
    uint64_t executions; /* samples so far */
    uint64_t base;       /* covered before the first, by earlier sessions */
    uint64_t covered;    /* as of the latest */
    uint64_t known;      /* to be possible */
    uint64_t grew;       /* `known`, at the latest before so many samples */
    bool share;          /* options.share of the known is covered */
    bool reached;
    bool missed; /* and will not be reached */
    struct rdl_saturation saturation;
};

void rdl_stop_condition_make(struct rdl_stop_condition *g,
                             const struct rdl_stop_condition_options *options);
/* One more execution is over, `now_ns` after the campaign began, and so many
 * requirements are covered. */
void rdl_stop_condition_sample(struct rdl_stop_condition *g, uint64_t now_ns,
                               uint64_t covered);
/* After some samples: so many of the known are covered.  Is it enough? */
void rdl_stop_condition_judge(struct rdl_stop_condition *g, uint64_t known,
                              uint64_t covered);
/* New requirements for each 1,000 executions, over the window; of a shorter
 * campaign, over all of it. */
double rdl_stop_condition_rate(const struct rdl_stop_condition *g);

#endif
