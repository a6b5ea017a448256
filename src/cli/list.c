/* list.c - raddle list: the strategies, metrics and so on, from the tables. */
#include "cli/cli.h"

#include "campaign/explore/portfolio.h"
#include "cli/metrics.h"
#include "detect/detector.h"
#include "util/die.h"
#include "strategy/strategy.h"

#include <stdio.h>
#include <string.h>

static void list_strategies(void)
{
    const struct rdl_strategy *s;

    printf("%-14s %s\n", RDL_AUTO, RDL_AUTO_SUMMARY);
    for (size_t i = 0; (s = rdl_strategy_at(i)) != NULL; i++)
        printf("%-14s %s\n", s->name, s->summary);
}

static void list_detectors(void)
{
    const struct rdl_detector *d;

    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++)
        printf("%-19s %s\n", d->name, d->summary);
}

static void list_metric(void *data, const char *name, const char *text)
{
    (void)data;
    printf("%-21s %s\n", name, text);
}

static void list_metrics(void)
{
    rdl_metrics_each(list_metric, NULL);
}

static const struct {
    const char *name;
    void (*print)(void);
} lists[] = {
    { "strategies", list_strategies },
    { "detectors", list_detectors },
    { "metrics", list_metrics },
};

#define N_LISTS (sizeof(lists) / sizeof(lists[0]))

int rdl_cmd_list(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        puts("Usage: raddle list [strategies|detectors|metrics]\n"
             "Lists the scheduling strategies (--strategy), the kinds of "
             "findings, the\ncoverage metrics (--metrics), or all of them.");
        return RDL_EXIT_CLEAN;
    }
    for (size_t i = 0; argc == 1 && i < N_LISTS; i++) {
        printf("%s%s:\n", i > 0 ? "\n" : "", lists[i].name);
        lists[i].print();
    }
    if (argc == 1)
        return RDL_EXIT_CLEAN;
    for (size_t i = 0; argc == 2 && i < N_LISTS; i++) {
        if (strcmp(argv[1], lists[i].name) == 0) {
            lists[i].print();
            return RDL_EXIT_CLEAN;
        }
    }
    rdl_die(RDL_EXIT_USAGE,
            "usage: raddle list [strategies|detectors|metrics]");
}
