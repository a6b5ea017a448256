/* coverage_metric.c - see coverage_metric.h. */
#include "cli/coverage/coverage_metric.h"

#include "coverage/coverage.h"

#include <stdio.h>

uint32_t rdl_coverage_metric(struct argp_state *state, const char *text)
{
    uint32_t metrics = rdl_metrics_named(text);
    const struct rdl_combinatorial *pairs;
    const struct rdl_combined *combined;
    const struct rdl_metric *m;
    char names[1024] = "";
    size_t used = 0;

    if (metrics != 0)
        return metrics;
    for (size_t i = 0; (m = rdl_metric_at(i)) != NULL; i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, "%s, ",
                                 m->name);
    for (size_t i = 0; (combined = rdl_combined_at(i)) != NULL; i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, "%s, ",
                                 combined->name);
    for (size_t i = 0; (pairs = rdl_combinatorial_at(i)) != NULL; i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, "%s, ",
                                 pairs->name);
    names[used - 2] = '\0';
    argp_error(state, "unknown metric '%s' (there are: %s)", text, names);
    return 0;
}
