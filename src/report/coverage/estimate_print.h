/* estimate_print.h - what raddle estimate reports: the requirements in a
 * coverage memory, estimated from the observed executions and covered by them.
 * Requirements that were covered but not estimated ("unexpected") are what the
 * papers call false negatives; requirements that stay uncovered in a long
 * campaign include their false positives. */
#ifndef RDL_REPORT_COVERAGE_ESTIMATE_PRINT_H
#define RDL_REPORT_COVERAGE_ESTIMATE_PRINT_H

#include "coverage/collector.h"

#include <stdio.h>

struct rdl_estimate_view {
    const char *program;    /* as typed */
    char *const *arguments; /* without the program; ended by NULL */
    uint64_t executions;    /* observed executions */
    uint64_t checked;       /* executions after those (--check) */
    double seconds;         /* time for estimating, without executing */
    const struct rdl_coverage *coverage; /* the driver's, attached */
    uint32_t metrics;                    /* set of enum rdl_metric_id */
    const char *metric;                  /* --metric, NULL: all */
    bool all;    /* print all requirements, not the first few */
    bool capped; /* not everything could be recorded */
};

void rdl_estimate_print(FILE *out, const struct rdl_estimate_view *view);
/* Prints the first few estimated, uncovered requirements of these metrics.
 * `proved`: metrics of which what is not covered is impossible. */
void rdl_estimate_uncovered(FILE *out, const struct rdl_coverage *coverage,
                            uint32_t metrics, uint32_t proved);
/* All requirements in the memory; the caller frees the listing. */
struct rdl_listing *rdl_estimate_listing(const struct rdl_coverage *coverage,
                                         uint32_t proved);
/* One object and a newline; false if the stream failed (errno). */
bool rdl_estimate_json(FILE *out, const struct rdl_estimate_view *view);

#endif
