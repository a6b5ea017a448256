/* coverage_sets.c - which requirements each single execution covers, and
 * whether it fails: the data of bench/coverage/metrics.py.
 *
 *     coverage_sets PROGRAM EXECUTIONS SEED STRATEGY OUT
 *
 * All metrics are recorded, without learning.  It prints a line for each
 * execution, "1" if it failed or "0", and the numbers of its requirements; then
 * "metric" with a number and the metric's name for each requirement.  OUT is a
 * directory for the schedules of findings, which nobody needs. */
#include "campaign/loop.h"
#include "campaign/campaign.h"
#include "base/text.h"
#include "exec/interrupt.h"
#include "exec/program.h"
#include "exec/reaper.h"
#include "util/die.h"
#include "util/where.h"

#include <stdio.h>
#include <stdlib.h>

struct sets {
    uint64_t executions, failed; /* printed so far */
};

/* Under isolation fork a request is one execution, and this is called after
 * each; and at other times. */
static void sets_progress(void *data, const struct rdl_campaign *c)
{
    struct sets *s = data;
    const struct rdl_hits_slot slot =
        rdl_hits_slot(&c->observe.coverage.covering.shared.hits, 1);

    if (c->totals.executions == s->executions)
        return;
    if (c->totals.executions != s->executions + 1)
        rdl_die(RDL_EXIT_INTERNAL, "%llu executions at once",
                (unsigned long long)(c->totals.executions - s->executions));
    printf("%d", c->totals.met > s->failed);
    for (uint32_t i = 0; i < slot.sheet->n; i++)
        printf(" %u", slot.list[i]);
    putchar('\n');
    s->executions = c->totals.executions;
    s->failed = c->totals.met;
}

static void sets_names(struct rdl_campaign *c)
{
    const struct rdl_covering *covering = &c->observe.coverage.covering;

    rdl_coverage_sync(&c->observe.coverage);
    for (uint32_t id = 1; id <= rdl_requirements_n(covering); id++) {
        if (rdl_requirement_covered(covering, id))
            printf(
                "metric %u %s\n", id,
                rdl_metric_at(rdl_key_metric(rdl_requirement_key(covering, id)))
                    ->name);
    }
}

int main(int argc, char **argv)
{
    struct sets sets = { .executions = 0 };
    const struct rdl_campaign_owner owner = { .data = &sets,
                                              .progress = sets_progress };
    char *command[] = { argv[1], NULL };
    char runtime[4096];
    struct rdl_program program;
    struct rdl_campaign campaign;
    struct rdl_stdin input;
    struct rdl_error error;

    if (argc != 6)
        rdl_die(RDL_EXIT_USAGE,
                "coverage_sets PROGRAM EXECUTIONS SEED STRATEGY OUT");
    if (!rdl_program_find(argv[1], &program, &error) ||
        !rdl_interrupt_take(&error) || !rdl_stdin_give(&input, "", 0, &error))
        rdl_die_error(&error);
    rdl_reaper_adopt();
    if (!rdl_where_file("libraddle.so", runtime, sizeof(runtime)))
        rdl_die(RDL_EXIT_INTERNAL, "there is no runtime %s", runtime);

    struct rdl_campaign_options options = {
        .worker = {
            .path = program.path,
            .argv = command,
            .runtime = runtime,
            .isolation = rdl_isolation_at(RDL_ISOLATION_FORK),
            .max_steps = 100000,
            .coverage = -1,
        },
        .config = {
            .seed = strtoull(argv[3], NULL, 10),
            .max_steps = 100000,
            .depth = 3,
            .timeout_ms = 10000,
            .flags = RDL_CFG_NO_LEARN,
        },
        .program = argv[1],
        .executions = strtoull(argv[2], NULL, 10),
        .goal = { .window = RDL_WINDOW },
        .metrics = RDL_ALL_METRICS,
        .keep_going = true,
        .out = argv[5],
        .jobs = 1,
    };

    rdl_text_copy(options.config.strategy, argv[4],
                  sizeof(options.config.strategy));
    rdl_text_copy(options.config.engine, "fiber",
                  sizeof(options.config.engine));
    rdl_text_copy(options.config.tracker, "auto",
                  sizeof(options.config.tracker));
    if (!rdl_campaign_make(&campaign, &options, &owner, &input, &error) ||
        !rdl_campaign_run(&campaign, &error))
        rdl_die_error(&error);
    sets_names(&campaign);
    rdl_campaign_free(&campaign);
    rdl_program_free(&program);
    return ferror(stdout) != 0;
}
