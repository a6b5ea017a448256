/* metrics.c - see metrics.h. */
#include "cli/metrics.h"

#include "coverage/coverage.h"
#include "util/append.h"

/* "a and b" of a set of metrics. */
static void metrics_members(struct rdl_append *text, uint32_t metrics)
{
    const struct rdl_metric *m;
    bool any = false;

    for (size_t i = 0; (m = rdl_metric_at(i)) != NULL; i++) {
        if ((metrics >> i & 1) == 0)
            continue;
        rdl_append(text, "%s%s", any ? " and " : "", m->name);
        any = true;
    }
}

void rdl_metrics_each(void (*each)(void *data, const char *name,
                                   const char *text),
                      void *data)
{
    const struct rdl_combinatorial *pairs;
    const struct rdl_combined *combined;
    const struct rdl_metric *m;
    char line[256];

    for (size_t i = 0; (m = rdl_metric_at(i)) != NULL; i++)
        each(data, m->name, m->summary);
    for (size_t i = 0; (combined = rdl_combined_at(i)) != NULL; i++) {
        struct rdl_append text = { .out = line, .size = sizeof(line) };

        rdl_append(&text, "the union of ");
        metrics_members(&text, combined->metrics);
        each(data, combined->name, line);
    }
    for (size_t i = 0; (pairs = rdl_combinatorial_at(i)) != NULL; i++) {
        struct rdl_append text = { .out = line, .size = sizeof(line) };

        rdl_append(&text, "%s in one execution: ",
                   pairs->ordered ? "ordered pairs" : "pairs");
        metrics_members(&text, pairs->metrics);
        each(data, pairs->name, line);
    }
}
