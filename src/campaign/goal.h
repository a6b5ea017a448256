/* goal.h - when has a campaign done enough?
 *
 * Beside its budgets and a finding, a campaign may end when coverage is
 * saturated (coverage/saturation.h: no growth over a window, counted in
 * executions or in time), or when so much of what is known to be possible is
 * covered (rdl_coverage_known). What counts are the singular requirements of
 * the metrics that the user named, not their pairs. */
#ifndef RDL_CAMPAIGN_GOAL_H
#define RDL_CAMPAIGN_GOAL_H

#include "coverage/saturation.h"

enum rdl_until {
    RDL_UNTIL_BUDGET,  /* or a finding, as with all */
    RDL_UNTIL_FINDING, /* for ever, if there is none */
    RDL_UNTIL_SATURATION,
    RDL_UNTIL_COVERAGE,
};

/* Executions.  docs/coverage.md says how it was chosen. */
#define RDL_WINDOW 5000
/* Of r^2: below it, coverage does not grow (ISSTA 2012, 3.1.4). */
#define RDL_GROWTH 0.1

struct rdl_goal_options {
    enum rdl_until until;
    double share;       /* of the known, for RDL_UNTIL_COVERAGE */
    uint64_t window;    /* executions; 0: by time */
    uint64_t window_ns; /* when window is 0 */
};

struct rdl_goal {
    struct rdl_goal_options options;
    uint64_t executions; /* samples so far */
    uint64_t base;       /* covered before the first, by earlier sessions */
    uint64_t covered;    /* as of the latest */
    bool reached;
    struct rdl_saturation saturation;
};

void rdl_goal_make(struct rdl_goal *g, const struct rdl_goal_options *options);
/* One more execution is over, `now_ns` after the campaign began, and so many
 * requirements are covered. */
void rdl_goal_sample(struct rdl_goal *g, uint64_t now_ns, uint64_t covered);
/* So many of the known are covered. */
void rdl_goal_share(struct rdl_goal *g, uint64_t known, uint64_t covered);
/* New requirements for each 1,000 executions, over the window; of a shorter
 * campaign, over all of it. */
double rdl_goal_rate(const struct rdl_goal *g);

#endif
