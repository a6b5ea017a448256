/* test_thorough.c - see test_thorough.h. */
#include "cli/test_thorough.h"

#include "report/requirement.h"

/* covered of estimated; what is covered without having been estimated would
 * make that more than there is, and is said apart. */
static void thorough_metrics(FILE *out, const struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;
    const char *comma = "";

    fputs("coverage: ", out);
    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        const uint32_t bit = UINT32_C(1) << i;

        if ((c->options.metrics & bit) == 0)
            continue;
        fprintf(out, "%s%s %llu of %llu", comma, rdl_metric_at(i)->name,
                (unsigned long long)rdl_coverage_both(m, bit),
                (unsigned long long)rdl_coverage_estimated(m, bit));
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

static void thorough_rate(FILE *out, const struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;
    const uint32_t metrics = c->options.metrics;
    const uint64_t covered = rdl_coverage_covered(m, metrics);
    const uint64_t both = rdl_coverage_both(m, metrics);
    const uint64_t estimated = rdl_coverage_estimated(m, metrics);
    const double rate = rdl_goal_rate(&c->goal);

    fprintf(out, "          %llu uncovered",
            (unsigned long long)(estimated - both));
    if (covered > both)
        fprintf(out, ", %llu covered beyond the estimate",
                (unsigned long long)(covered - both));
    /* Of fewer it would be a guess. */
    if (c->executions >= 1000)
        fprintf(out, ", %.*f new in 1,000 executions",
                rate == 0 || rate >= 10 ? 0 : 2, rate);
    fputs(c->stop == RDL_STOP_SATURATED ? ": saturated\n" : "\n", out);
}

void rdl_test_thorough(FILE *out, const struct rdl_campaign *c)
{
    if (c->observe.fd < 0 || c->options.metrics == 0)
        return;
    thorough_metrics(out, c);
    thorough_rate(out, c);
    if (rdl_campaign_capped(c)) {
        fputs("          ", out);
        rdl_listing_capped(out);
    }
}
