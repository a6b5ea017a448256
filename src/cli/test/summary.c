/* summary.c - see summary.h. */
#include "cli/test/summary.h"

#include "campaign/notes.h"
#include "strategy/strategy.h"
#include "util/shell_quote.h"

#include <stdlib.h>

/* Schedules that the strategy skipped on purpose; each worker counts its own.
 */
static uint64_t summary_skipped(const struct rdl_campaign *c)
{
    const struct rdl_strategy *s =
        rdl_strategy_find(c->options.config.strategy);
    uint64_t n = 0;

    if (s == NULL || s->skipped == NULL)
        return 0;
    for (size_t i = 0; i < c->workers.n; i++) {
        const char *memory = rdl_shared_data(
            c->workers.jobs[i].worker.memory.shared, RDL_STRATEGY_BYTES);

        n += s->skipped(memory + rdl_strategy_index(s) * RDL_STRATEGY_MEMORY);
    }
    return n;
}

/* Says "no failure found" only if the executions verified something. */
static void summary_verdict(FILE *out, const struct rdl_campaign *c,
                            bool verified)
{
    if (c->findings.n > 0)
        fprintf(out, "%zu finding%s\n", c->findings.n,
                c->findings.n == 1 ? "" : "s");
    else if (c->stop == RDL_STOP_INTERRUPTED)
        fputs("interrupted\n", out);
    else
        fputs(verified ? "no failure found\n" : "nothing verified\n", out);
}

/* Mentions one job where there could have been more. */
static void summary_jobs(FILE *out, const struct rdl_campaign *c)
{
    if (c->options.worker.peer != NULL)
        fputs("1 job (--peer), ", out);
    else if (c->workers.alone)
        fputs("1 job, ", out);
    else if (c->workers.n > 1)
        fprintf(out, "%zu jobs, ", c->workers.n);
}

void rdl_test_summary(FILE *out, const struct rdl_campaign *c, bool verified)
{
    uint64_t skipped = summary_skipped(c);
    double seconds = rdl_budget_seconds(&c->budget);

    fprintf(out, "%llu execution%s in %.1f s (%.0f/s), ",
            (unsigned long long)c->totals.executions,
            c->totals.executions == 1 ? "" : "s", seconds,
            seconds > 0 ? (double)c->totals.executions / seconds : 0.0);
    if (rdl_budget_aside(&c->budget) > 0)
        fprintf(out, "%.1f s on findings, ", rdl_budget_aside(&c->budget));
    fprintf(out, "%llu steps, ", (unsigned long long)c->totals.steps);
    if (c->totals.threads > 0)
        fprintf(out, "%u thread%s, ", c->totals.threads,
                c->totals.threads == 1 ? "" : "s");
    summary_jobs(out, c);
    if (c->before.executions > 0)
        fprintf(out, "%llu execution%s in earlier sessions, ",
                (unsigned long long)c->before.executions,
                c->before.executions == 1 ? "" : "s");
    fprintf(out, "strategy %s, seed %llu: ", c->options.config.strategy,
            (unsigned long long)c->options.config.seed);
    summary_verdict(out, c, verified);
    if (skipped > 0)
        fprintf(out, "%llu schedules skipped as similar to earlier ones\n",
                (unsigned long long)skipped);
    if (c->totals.suppressed > 0)
        fprintf(out, "%llu ended in a suppressed finding (--suppressions)\n",
                (unsigned long long)c->totals.suppressed);
    if (c->totals.cut > 0)
        fprintf(out, "%llu of them cut at %llu steps (--steps)\n",
                (unsigned long long)c->totals.cut,
                (unsigned long long)c->options.config.max_steps);
    if (c->totals.lost > 0)
        fprintf(out,
                "%llu of them lost: killed from outside (SIGKILL), also when "
                "repeated\n",
                (unsigned long long)c->totals.lost);
}

void rdl_test_known(FILE *out, const struct rdl_campaign *c)
{
    for (size_t i = 0; i < c->findings.n; i++) {
        const struct rdl_found *f = &c->findings.all[i];
        char *quoted;

        if (!f->before)
            continue;
        fprintf(out, "found in an earlier session, not in this one: %s at %s\n",
                f->kind, f->said.location);
        if (f->schedule == NULL)
            continue;
        quoted = rdl_quote(f->schedule);
        fprintf(out, "replay it with  raddle replay %s\n\n", quoted);
        free(quoted);
    }
}

void rdl_test_where(FILE *out, const struct rdl_campaign *c)
{
    char *quoted;

    if (rdl_notes_have(&c->notes, RDL_NOTE_NO_STORE))
        return;
    quoted = rdl_quote(c->options.out);
    fprintf(out,
            c->findings.n > 0
                ? "as a page for a browser: raddle report %s\n"
                : "kept in %s: raddle coverage DIR, raddle report "
                  "DIR show it\n",
            quoted);
    free(quoted);
}
