/* estimate_print.h - what raddle estimate has to tell.
 *
 * The requirements in a coverage memory: estimated from the observed
 * executions, and covered by the same.  What was covered and not estimated
 * ("unexpected") is what the papers call false negatives; what stays uncovered
 * in a long campaign is where their false positives are. */
#ifndef RDL_REPORT_COVERAGE_ESTIMATE_PRINT_H
#define RDL_REPORT_COVERAGE_ESTIMATE_PRINT_H

#include "coverage/collector.h"

#include <stdio.h>

struct rdl_estimate_view {
    const char *program;    /* as typed */
    char *const *arguments; /* without the program; ended by NULL */
    uint64_t executions;    /* that were observed */
    uint64_t checked;       /* that came after them (--check) */
    double seconds;         /* that estimating took, without executing */
    const struct rdl_coverage *coverage; /* the driver's, attached */
    uint32_t metrics;                    /* set of enum rdl_metric_id */
    const char *metric;                  /* --metric, NULL: all */
    bool all;    /* requirements are to be printed, not the first few */
    bool capped; /* more is possible than could be recorded */
};

void rdl_estimate_print(FILE *out, const struct rdl_estimate_view *view);
/* Of these metrics the first few that are estimated and not covered. */
void rdl_estimate_uncovered(FILE *out, const struct rdl_coverage *coverage,
                            uint32_t metrics);
/* One object and a newline; false if the stream failed (errno). */
bool rdl_estimate_json(FILE *out, const struct rdl_estimate_view *view);

#endif
