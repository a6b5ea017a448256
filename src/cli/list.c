/* list.c - raddle list: the strategies, metrics and so on, from the tables. */
#include "cli/cli.h"

#include "campaign/explore/portfolio.h"
#include "cli/metrics.h"
#include "detect/detector.h"
#include "util/die.h"
#include "strategy/strategy.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Of the first column.  A longer name moves its text to the right. */
#define WIDEST 19

/* The rows of a list are visited twice: to measure the names, then to print. */
struct list_pass {
    int width;
    bool prints;
};

static void list_row(void *data, const char *name, const char *text)
{
    struct list_pass *pass = data;
    const int width = (int)strlen(name);

    if (pass->prints)
        printf("%-*s %s\n", pass->width, name, text);
    else if (width > pass->width)
        pass->width = width < WIDEST ? width : WIDEST;
}

static void list_strategies(struct list_pass *pass)
{
    const struct rdl_strategy *s;

    list_row(pass, RDL_AUTO, RDL_AUTO_SUMMARY);
    for (size_t i = 0; (s = rdl_strategy_at(i)) != NULL; i++)
        list_row(pass, s->name, s->summary);
}

static void list_detectors(struct list_pass *pass)
{
    const struct rdl_detector *d;

    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++)
        list_row(pass, d->name, d->summary);
}

static void list_metrics(struct list_pass *pass)
{
    rdl_metrics_each(list_row, pass);
}

static const struct {
    const char *name;
    void (*visit)(struct list_pass *pass);
} lists[] = {
    { "strategies", list_strategies },
    { "detectors", list_detectors },
    { "metrics", list_metrics },
};

#define N_LISTS (sizeof(lists) / sizeof(lists[0]))

static void list_print(size_t i)
{
    struct list_pass pass = { .prints = false };

    lists[i].visit(&pass);
    pass.prints = true;
    lists[i].visit(&pass);
}

int rdl_cmd_list(int argc, char **argv)
{
    if (argc == 2 &&
        (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        puts("Usage: raddle list [strategies|detectors|metrics]\n"
             "Lists the scheduling strategies (--strategy), the kinds of "
             "findings, the\ncoverage metrics (--metrics), or all of them.");
        return RDL_EXIT_CLEAN;
    }
    for (size_t i = 0; argc == 1 && i < N_LISTS; i++) {
        printf("%s%s:\n", i > 0 ? "\n" : "", lists[i].name);
        list_print(i);
    }
    if (argc == 1)
        return RDL_EXIT_CLEAN;
    for (size_t i = 0; argc == 2 && i < N_LISTS; i++) {
        if (strcmp(argv[1], lists[i].name) == 0) {
            list_print(i);
            return RDL_EXIT_CLEAN;
        }
    }
    rdl_die(RDL_EXIT_USAGE,
            "unknown list '%s' (raddle list [strategies|detectors|"
            "metrics])",
            argc == 2 ? argv[1] : "of several names");
}
