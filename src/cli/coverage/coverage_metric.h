/* coverage_metric.h - the value of --metric. */
#ifndef RDL_CLI_COVERAGE_COVERAGE_METRIC_H
#define RDL_CLI_COVERAGE_COVERAGE_METRIC_H

#include <argp.h>
#include <stdint.h>

/* The metrics that a name of list.h means; ends with a usage error if there is
 * none. */
uint32_t rdl_coverage_metric(struct argp_state *state, const char *text);

#endif
