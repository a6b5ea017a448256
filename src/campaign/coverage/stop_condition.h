/* stop_condition.h - when has a campaign done enough?
 *
 * Beside its budgets and a finding, a campaign may end when coverage is
 * saturated (coverage/saturation.h: no growth over a window, counted in
 * executions or in time), or when a given share of what is known to be possible
 * is covered (rdl_coverage_known).  Both count the singular requirements of the
 * metrics that the user named, not their pairs.
 *
 * The first executions show only a part of what is possible, and cover most of
 * that part.  So the share counts only when what is known no longer grows: the
 * latter half of this session's executions estimated or met nothing new, and
 * these are RDL_GOAL_STILL at least; or coverage is saturated.  If coverage is
 * saturated below the share, the campaign has missed its goal: the rest may be
 * impossible. */
#ifndef RDL_CAMPAIGN_COVERAGE_STOP_CONDITION_H
#define RDL_CAMPAIGN_COVERAGE_STOP_CONDITION_H

#include "coverage/saturation.h"

enum rdl_until {
    RDL_UNTIL_BUDGET,  /* or a finding, as with all */
    RDL_UNTIL_FINDING, /* runs for ever if there is none */
    RDL_UNTIL_SATURATION,
    RDL_UNTIL_COVERAGE,
    RDL_UNTIL_CHANGED, /* of what a change made possible: raddle regress */
};

/* Executions. docs/coverage.md explains the choice. */
#define RDL_WINDOW 5000
/* Executions. docs/thoroughness.md explains the rule. */
#define RDL_GOAL_STILL 100

struct rdl_stop_condition_options {
    enum rdl_until until;
    double share;    /* share of the known requirements, for RDL_UNTIL_COVERAGE
                        and RDL_UNTIL_CHANGED */
    uint64_t window; /* executions; 0: by time */
    uint64_t window_ns; /* used when window is 0 */
};

struct rdl_stop_condition {
    struct rdl_stop_condition_options options;
    uint64_t executions; /* samples so far */
    uint64_t base;    /* covered before the first sample, by earlier sessions */
    uint64_t covered; /* as of the latest sample */
    uint64_t known;   /* requirements known to be possible */
    uint64_t grew;    /* samples when `known` last grew, at most */
    bool share;       /* options.share of the known is covered */
    bool reached;
    bool missed; /* coverage is saturated below the goal */
    /* When coverage was saturated for the first time, ISSTA 2012's saturation
     * point; executions 0: not so far.  It may have grown since. */
    struct rdl_saturation_point {
        uint64_t executions, ns, covered;
    } first;
    struct rdl_saturation saturation;
};

void rdl_stop_condition_make(struct rdl_stop_condition *g,
                             const struct rdl_stop_condition_options *options);
/* One more execution has ended, `now_ns` after the campaign began, with
 * `covered` requirements covered in all. */
void rdl_stop_condition_sample(struct rdl_stop_condition *g, uint64_t now_ns,
                               uint64_t covered);
/* Call it after some samples: is `covered` of `known` requirements enough? */
void rdl_stop_condition_judge(struct rdl_stop_condition *g, uint64_t known,
                              uint64_t covered);
/* New requirements for each 1,000 executions, over the window; if the campaign
 * is shorter, over all of it. */
double rdl_stop_condition_rate(const struct rdl_stop_condition *g);

#endif
