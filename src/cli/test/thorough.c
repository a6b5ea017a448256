/* thorough.c - see thorough.h. */
#include "cli/test/thorough.h"

#include "campaign/proved.h"
#include "cli/test/summary.h"
#include "report/coverage/estimate_print.h"
#include "report/coverage/requirement.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* The same figures as in raddle coverage and on the page. */
static void thorough_metrics(FILE *out, const struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;
    const struct rdl_combined *combined;
    const char *comma = "";

    fputs("coverage: ", out);
    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        const uint32_t bit = UINT32_C(1) << i;

        if ((c->options.metrics & bit) == 0)
            continue;
        fprintf(out, "%s%s %llu of %llu", comma, rdl_metric_at(i)->name,
                (unsigned long long)rdl_coverage_covered(m, bit),
                (unsigned long long)rdl_proved_possible(c, bit));
        comma = ", ";
    }
    for (unsigned i = 0; (combined = rdl_combined_at(i)) != NULL; i++) {
        if ((c->options.combined >> i & 1) == 0)
            continue;
        fprintf(out, "%s%s %llu of %llu", comma, combined->name,
                (unsigned long long)rdl_coverage_covered(m, combined->metrics),
                (unsigned long long)rdl_proved_possible(c, combined->metrics));
        comma = ", ";
    }
    for (unsigned i = 0; i < RDL_N_COMBINATORIAL; i++) {
        if ((c->options.pairs >> i & 1) == 0)
            continue;
        fprintf(out, "%s%s %llu pairs", comma, rdl_combinatorial_at(i)->name,
                (unsigned long long)rdl_coverage_pairs(m, i));
        comma = ", ";
    }
    fputc('\n', out);
}

/* For the window that decides, if there was one; for fewer than 1,000
 * executions it would be a guess. */
static void thorough_growth(FILE *out, const struct rdl_campaign *c)
{
    const struct rdl_stop_condition *g = &c->goal;
    const double rate = rdl_stop_condition_rate(g);

    if (rdl_saturation_full(&g->saturation) && g->options.window > 0)
        fprintf(out, ", %llu new in the last %llu executions",
                (unsigned long long)rdl_saturation_added(&g->saturation),
                (unsigned long long)g->options.window);
    else if (c->totals.executions >= 1000)
        fprintf(out, ", %.*f new in 1,000 executions",
                rate == 0 || rate >= 10 ? 0 : 2, rate);
}

static void thorough_rate(FILE *out, const struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;
    const uint32_t metrics = c->options.metrics;
    const uint64_t covered = rdl_coverage_covered(m, metrics);
    const uint64_t both = rdl_coverage_both(m, metrics);
    const uint64_t estimated = rdl_coverage_estimated(m, metrics);
    const uint64_t impossible = rdl_proved_impossible(c, metrics);

    fprintf(out, "          %llu uncovered",
            (unsigned long long)(estimated - both - impossible));
    if (impossible > 0)
        fprintf(out, ", %llu impossible", (unsigned long long)impossible);
    if (covered > both)
        fprintf(out, ", %llu unexpected", (unsigned long long)(covered - both));
    thorough_growth(out, c);
    if (rdl_saturation_reached(&c->goal.saturation))
        fputs(": saturated", out);
    else if (c->stop == RDL_STOP_BUDGET &&
             c->goal.options.until == RDL_UNTIL_SATURATION) {
        fputs(": not saturated", out);
        if (rdl_step_limit_enough(&c->limit))
            fprintf(out,
                    ", but the last %llu executions, which are long, covered "
                    "nothing new",
                    (unsigned long long)c->limit.still);
    }
    fputc('\n', out);
}

/* How good the estimate was, which only a proof can say. */
static void thorough_precision(FILE *out, const struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;
    const uint32_t metrics = c->options.metrics & rdl_proved_metrics(c);
    const uint64_t estimated = rdl_coverage_estimated(m, metrics);
    const uint64_t both = rdl_coverage_both(m, metrics);
    const uint64_t covered = rdl_coverage_covered(m, metrics);

    if (metrics == 0)
        return;
    fprintf(out,
            "          %llu of the %llu estimated ones are possible, and %llu "
            "of the %llu possible\n          ones were estimated\n",
            (unsigned long long)both, (unsigned long long)estimated,
            (unsigned long long)both, (unsigned long long)covered);
}

/* A program may have nothing to cover.  What that says about it needs a metric
 * of accesses and one of locks. */
static bool thorough_nothing(FILE *out, const struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;
    const uint32_t metrics = c->options.metrics;
    const uint32_t accesses =
        RDL_METRIC_BIT(reads_from) | RDL_METRIC_BIT(def_use);
    const uint32_t locks =
        RDL_METRIC_BIT(blocked_pair) | RDL_METRIC_BIT(sync_pair);

    if ((metrics & accesses) == 0 || (metrics & locks) == 0 ||
        rdl_coverage_covered(m, metrics) > 0 ||
        rdl_coverage_estimated(m, metrics) > 0 || rdl_campaign_capped(c))
        return false;
    if (rdl_notes_have(&c->notes, RDL_NOTE_TOO_MANY_THREADS)) {
        fputs("coverage: nothing so far: threads could not be made\n", out);
        return true;
    }
    if (c->findings.n > 0) {
        fputs("coverage: nothing so far: it failed before a lock call had to "
              "wait, and before\n          a thread had read memory that "
              "threads share\n",
              out);
        return true;
    }
    fputs(c->totals.accesses == 0
              ? "coverage: nothing to cover: no lock call could wait for "
                "another thread, and memory\n          accesses are not seen\n"
              : "coverage: nothing to cover: no lock call could wait for "
                "another thread, and no\n          thread reads memory that "
                "another one writes\n",
          out);
    return true;
}

static void thorough_lines(FILE *out, const struct rdl_campaign *c)
{
    if (thorough_nothing(out, c))
        return;
    thorough_metrics(out, c);
    thorough_rate(out, c);
    thorough_precision(out, c);
    if (rdl_campaign_capped(c))
        fputs("          " RDL_LISTING_CAPPED "\n", out);
}

void rdl_test_thorough(FILE *out, const struct rdl_campaign *c)
{
    char *text;
    size_t size;
    FILE *memory;

    /* A note has said why there is none. */
    if (c->observe.fd < 0 || c->options.metrics == 0 ||
        rdl_notes_have(&c->notes, RDL_NOTE_NO_COVERAGE))
        return;
    memory = rdl_alloc_stream(&text, &size);
    thorough_lines(memory, c);
    fclose(memory);
    rdl_test_fit(out, text, strlen("coverage: "));
    free(text);
}

void rdl_test_uncovered(FILE *out, struct rdl_campaign *c)
{
    rdl_coverage_sync(&c->observe.coverage);
    rdl_estimate_uncovered(out, &c->observe.coverage, c->options.metrics,
                           rdl_proved_metrics(c));
    fputc('\n', out);
}
