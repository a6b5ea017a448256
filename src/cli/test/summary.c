/* summary.c - see summary.h. */
#include "cli/test/summary.h"

#include "campaign/notes.h"
#include "campaign/claim.h"
#include "detect/detector.h"
#include "report/predicted.h"
#include "report/table/table.h"
#include "strategy/strategy.h"
#include "util/alloc.h"
#include "util/clean_print.h"
#include "util/shell_quote.h"
#include "util/width.h"
#include "util/wrap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *summary_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* How many interleavings need 0, 1, 2, ... preemptions. */
static void summary_bounded(FILE *out, const struct rdl_claim *claim)
{
    const struct rdl_reach *r = claim->reach;
    const char *unit = rdl_claim_unit(claim->bound, /*n=*/2);

    if (claim->bound == RDL_BOUND_SCHEDULES || claim->bound == RDL_BOUND_WALKS)
        fprintf(out, "in %llu schedules\n", (unsigned long long)r->schedules);
    if (unit == NULL)
        return;
    fprintf(out, "interleavings that need 0 %s: %llu", unit,
            (unsigned long long)r->by[0]);
    for (uint32_t i = 1; i <= r->level && i < RDL_REACH_LEVELS; i++)
        fprintf(out, ", %u: %llu", i, (unsigned long long)r->by[i]);
    fprintf(out,
            "\nnot a proof: raddle has not run interleavings that need more "
            "than %u %s\n",
            claim->most, rdl_claim_unit(claim->bound, claim->most));
}

/* "complete: 90 interleavings (0 deadlocks, 0 blocked), none failed" */
static void summary_explored(FILE *out, const struct rdl_campaign *c)
{
    const struct rdl_claim claim = rdl_claim_of(c);
    const struct rdl_reach *r = claim.reach;
    uint64_t n;

    if (!claim.explores)
        return;
    n = r->ended + r->deadlocks;
    if (claim.within)
        fprintf(out, "complete within %u %s", claim.most,
                rdl_claim_unit(claim.bound, claim.most));
    else
        fputs(claim.complete  ? "complete"
              : claim.stopped ? "stopped"
                              : "not complete",
              out);
    fprintf(out, ": %llu interleaving%s (%llu deadlock%s, %llu blocked), ",
            (unsigned long long)n, summary_plural(n),
            (unsigned long long)r->deadlocks, summary_plural(r->deadlocks),
            (unsigned long long)r->blocked);
    /* An execution that shows what is shared does not count, but may fail. */
    if (r->failed == 0)
        fputs(c->findings.n > 0 ? "counted before the failure\n"
                                : "none failed\n",
              out);
    else
        fprintf(out, "%llu failed\n", (unsigned long long)r->failed);
    if (claim.stopped && rdl_reach_least(r) > 0)
        fprintf(out,
                "it takes at least %llu executions, about %llu if what is not "
                "explored is like the rest\n",
                (unsigned long long)rdl_reach_least(r),
                (unsigned long long)rdl_reach_total(r));
    summary_bounded(out, &claim);
    if (r->abandoned > 0)
        fprintf(out, "%llu executions were abandoned\n",
                (unsigned long long)r->abandoned);
    fprintf(
        out,
        "explored with: %u spurious wake-up%s, %u weak failure%s, %u failing "
        "allocation%s%s; time passes only when no thread can run\n",
        claim.spurious, claim.spurious == 1 ? "" : "s", claim.weak,
        claim.weak == 1 ? "" : "s", claim.allocations,
        claim.allocations == 1 ? "" : "s",
        claim.spurious + claim.weak + claim.allocations > 0 ? " of each thread"
                                                            : "");
}

/* Says "no failure found" only if the executions verified something. */
static void summary_verdict(FILE *out, const struct rdl_campaign *c,
                            const struct rdl_verdict *v)
{
    if (c->findings.n > 0)
        fprintf(out, "%zu finding%s\n", c->findings.n,
                c->findings.n == 1 ? "" : "s");
    else if (c->stop == RDL_STOP_INTERRUPTED)
        fputs("interrupted\n", out);
    else if (v->unable || v->unverified != RDL_VERIFIED)
        fputs(v->unverified == RDL_MOSTLY_CUT &&
                      c->totals.cut + c->totals.lost < c->totals.executions
                  ? "mostly cut\n"
                  : "nothing verified\n",
              out);
    else
        fputs("no failure found\n", out);
}

/* They do not change the verdict. */
static void summary_warnings(FILE *out, const struct rdl_campaign *c)
{
    size_t races = 0;

    for (size_t i = 0; i < c->warnings.n; i++)
        races += rdl_detector_about(c->warnings.all[i].kind, RDL_ABOUT_RACE);
    if (races > 0)
        fprintf(out, "%zu data race%s (--races=fail makes %s a failure)\n",
                races, summary_plural(races), races == 1 ? "it" : "each");
    if (c->warnings.n > races)
        fprintf(out, "%zu other warning%s\n", c->warnings.n - races,
                summary_plural(c->warnings.n - races));
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

static void summary_cut_at(FILE *out, uint64_t n, uint64_t steps)
{
    if (n > 0)
        fprintf(out, "%llu of them cut at %llu steps (--steps)\n",
                (unsigned long long)n, (unsigned long long)steps);
}

static void summary_cut(FILE *out, const struct rdl_campaign *c)
{
    const uint64_t cut = c->totals.cut - c->totals.late;
    const uint64_t first = rdl_step_limit_first(&c->limit, cut);

    summary_cut_at(out, first, c->limit.first);
    summary_cut_at(out, cut - first, c->limit.steps);
}

/* In how many executions sleeps and time-outs could end early; where there are
 * none, nobody needs to know. */
static void summary_time(FILE *out, const struct rdl_time_mode *m)
{
    if (m->timed == 0 || m->wanted == RDL_TIME_ANY)
        return;
    if (m->early == 0)
        fputs("sleeps and time-outs ended only when no thread could run, or "
              "others had run for long (--time-passes)\n",
              out);
    else
        fprintf(out,
                "in the first %llu of them sleeps and time-outs ended only "
                "when no thread could run, or others had run for long, then at "
                "any time (--time-passes)\n",
                (unsigned long long)m->idle);
}

static void summary_lines(FILE *out, const struct rdl_campaign *c,
                          const struct rdl_verdict *verdict)
{
    const struct rdl_claim claim = rdl_claim_of(c);
    uint64_t skipped = rdl_campaign_skipped(c);
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
    summary_verdict(out, c, verdict);
    summary_warnings(out, c);
    if (!claim.explores) /* summary_explored() says it */
        summary_time(out, &c->time);
    summary_explored(out, c);
    if (c->options.confirm != NULL)
        rdl_predicted_confirmed(out, c->predictions.all, c->predictions.n);
    else
        rdl_predicted_summary(out, c->predictions.all, c->predictions.n,
                              claim.complete && claim.reach->deadlocks == 0);
    if (skipped > 0)
        fprintf(out, "%llu schedules skipped as similar to earlier ones\n",
                (unsigned long long)skipped);
    if (c->totals.suppressed > 0)
        fprintf(out, "%llu ended in a suppressed finding (--suppressions)\n",
                (unsigned long long)c->totals.suppressed);
    summary_cut(out, c);
    if (c->totals.late > 0)
        fprintf(out, "%llu of them cut after %.1f s (--timeout)\n",
                (unsigned long long)c->totals.late,
                c->options.config.timeout_ms / 1000.0);
    if (c->totals.handled > 0)
        fprintf(out,
                "%llu of them had a failure that a handler of the program "
                "handled\n",
                (unsigned long long)c->totals.handled);
    if (c->totals.lost > 0)
        fprintf(out,
                "%llu of them lost: killed from outside (SIGKILL), also when "
                "repeated\n",
                (unsigned long long)c->totals.lost);
}

void rdl_test_fit(FILE *out, char *text, size_t indent)
{
    const size_t width = isatty(fileno(out)) ? rdl_table_width(out) : SIZE_MAX;
    char *end;

    for (char *line = text; *line != '\0'; line = end) {
        const size_t blanks = strspn(line, " ");

        end = line + strcspn(line, "\n");
        if (*end == '\n')
            *end++ = '\0';
        if (rdl_width(line) <= width) {
            fprintf(out, "%s\n", line);
            continue;
        }
        fprintf(out, "%.*s", (int)blanks, line);
        rdl_wrap_to(out, width, blanks, blanks > 0 ? blanks : indent,
                    line + blanks);
    }
}

void rdl_test_summary(FILE *out, const struct rdl_campaign *c,
                      const struct rdl_verdict *verdict)
{
    char *text;
    size_t size;
    FILE *memory = rdl_alloc_stream(&text, &size);

    summary_lines(memory, c, verdict);
    fclose(memory);
    rdl_test_fit(out, text, 2);
    free(text);
}

void rdl_test_known(FILE *out, const struct rdl_campaign *c)
{
    for (size_t i = 0; i < c->findings.n; i++) {
        const struct rdl_found *f = &c->findings.all[i];
        char *quoted;

        if (!f->before)
            continue;
        rdl_clean_line(out,
                       "found in an earlier session, not in this one: %s at %s",
                       f->kind, f->said.location);
        if (f->schedule == NULL)
            continue;
        quoted = rdl_quote(f->schedule);
        fprintf(out, "replay it with  raddle replay %s\n\n", quoted);
        free(quoted);
    }
}

void rdl_test_where(FILE *out, const char *dir, bool found)
{
    char *quoted = rdl_quote(dir);

    fprintf(out,
            found ? "as a page for a browser: raddle report %s\n"
                  : "kept in %s: raddle coverage DIR, raddle report "
                    "DIR show it\n",
            quoted);
    free(quoted);
}
