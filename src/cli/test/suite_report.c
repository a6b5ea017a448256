/* suite_report.c - see suite_report.h. */
#include "cli/test/suite_report.h"

#include "cli/session.h"
#include "cli/test/json.h"
#include "cli/test/summary.h"
#include "exec/interrupt.h"
#include "report/finding/text.h"
#include "util/alloc.h"
#include "util/clean_print.h"
#include "util/colour.h"
#include "util/die.h"
#include "util/width.h"

#include <stdlib.h>
#include <string.h>

#define WIDEST_NAME 48

/* --- Sums ------------------------------------------------------------------
 */

/* From the best to the worst; an internal error may have hidden anything. */
static int report_rank(int status)
{
    static const int ranks[] = { RDL_EXIT_CLEAN, RDL_EXIT_NOTHING,
                                 RDL_EXIT_USAGE, RDL_EXIT_FINDINGS,
                                 RDL_EXIT_INTERNAL };
    int i = 0;

    while (ranks[i] != status && ranks[i] != RDL_EXIT_INTERNAL)
        i++;
    return i;
}

static void report_add(struct rdl_suite_sum *sum,
                       const struct rdl_suite_case *c)
{
    const struct rdl_test_result *r = &c->result;
    const struct rdl_totals *t;

    if (c->campaign == NULL) {
        sum->not_run++;
        return;
    }
    t = &c->campaign->totals;
    sum->executions += t->executions;
    sum->steps += t->steps;
    sum->cut += t->cut;
    sum->seconds += rdl_budget_seconds(&c->campaign->budget);
    sum->aside += rdl_budget_aside(&c->campaign->budget);
    if (r->left_out != NULL)
        sum->left_out++;
    else if (r->exit_status == RDL_EXIT_FINDINGS)
        sum->failed++;
    else if (r->exit_status == RDL_EXIT_CLEAN) {
        sum->clean++;
        sum->patient += c->campaign->time.timed > 0 &&
                        c->campaign->time.early == 0 &&
                        c->campaign->time.wanted != RDL_TIME_ANY;
    } else
        sum->unverified++;
    if (report_rank(r->exit_status) > report_rank(sum->exit_status))
        sum->exit_status = r->exit_status;
}

/* The first case that verified nothing, as an example. */
static char *report_example(const struct rdl_suite_cases *s, size_t n)
{
    for (size_t i = 0; i < s->n; i++) {
        if (s->all[i].why != NULL)
            return rdl_format("%zu of %zu cases verified nothing: in %s, %s", n,
                              s->n, s->all[i].name, s->all[i].why);
    }
    return NULL;
}

/* In the order of report_word. */
static char *report_why(const struct rdl_suite_sum *sum,
                        const struct rdl_suite_cases *s)
{
    if (sum->failed > 0)
        return NULL;
    if (sum->replaced != NULL)
        return rdl_strdup(sum->replaced);
    if (sum->unverified > 0)
        return report_example(s, sum->unverified);
    if (sum->not_run > 0)
        return rdl_format(
            "%zu of %zu cases did not run: %s", sum->not_run, s->n,
            rdl_interrupted() ? "interrupted" : "the budget was spent");
    if (sum->clean == 0)
        return rdl_strdup("no case makes a thread, so there was nothing to "
                          "schedule");
    return NULL;
}

void rdl_suite_sum(struct rdl_suite_sum *sum, const struct rdl_suite_cases *s,
                   const struct rdl_test_options *o, const char *replaced)
{
    *sum = (struct rdl_suite_sum){ .exit_status = RDL_EXIT_CLEAN };
    for (size_t i = 0; i < s->n; i++)
        report_add(sum, &s->all[i]);
    if (replaced != NULL)
        sum->replaced =
            rdl_verdict_replaced(o->command[0], replaced, sum->executions);
    sum->why = report_why(sum, s);
    if (sum->exit_status == RDL_EXIT_CLEAN && sum->why != NULL)
        sum->exit_status = RDL_EXIT_NOTHING;
    if (sum->exit_status == RDL_EXIT_FINDINGS)
        sum->exit_status = o->error_exitcode;
}

void rdl_suite_sum_free(struct rdl_suite_sum *sum)
{
    free(sum->why);
    free(sum->replaced);
}

/* --- For people ------------------------------------------------------------
 */

static size_t report_width(const struct rdl_suite_cases *s)
{
    size_t widest = 0;

    for (size_t i = 0; i < s->n; i++) {
        const size_t n = rdl_width(s->all[i].shown);

        if (n > widest)
            widest = n;
    }
    return widest < WIDEST_NAME ? widest : WIDEST_NAME;
}

static void report_counts(FILE *out, const struct rdl_suite_case *c)
{
    const struct rdl_totals *t = &c->campaign->totals;

    fprintf(out, "%llu execution%s, %u thread%s",
            (unsigned long long)t->executions, t->executions == 1 ? "" : "s",
            t->threads, t->threads == 1 ? "" : "s");
}

static void report_verdict(struct rdl_test_owner *t,
                           const struct rdl_suite_case *c)
{
    FILE *out = t->show.out;
    const struct rdl_findings *f = &c->campaign->findings;
    char text[1024], *location;

    if (f->n > 0) {
        location = rdl_clean_copy(f->all[0].said.location);
        fprintf(out, "%s%s%s at %s", rdl_colour(t->show.colour, RDL_BAD),
                rdl_finding_said(f->all[0].kind, f->all[0].said.text, text,
                                 sizeof(text)),
                rdl_colour(t->show.colour, RDL_PLAIN), location);
        free(location);
        if (f->all[0].before)
            fputs(", found in an earlier session", out);
        if (f->n > 1)
            fprintf(out, " (and %zu more)", f->n - 1);
        fputc('\n', out);
    } else if (c->result.left_out != NULL) {
        fprintf(out, "left out: %s\n", c->result.left_out);
    } else if (c->why != NULL) {
        rdl_clean_line(out, "nothing verified: %s", c->why);
    } else {
        fputs("no failure, ", out);
        report_counts(out, c);
        fputs(c->saturated ? ", saturated\n" : "\n", out);
    }
}

void rdl_suite_report_case(struct rdl_test_owner *t,
                           const struct rdl_suite_cases *s,
                           struct rdl_suite_case *c)
{
    const size_t width = report_width(s), n = rdl_width(c->shown);

    if (c->printed || t->options->quiet)
        return;
    c->printed = true;
    fprintf(t->show.out, "%s%*s  ", c->shown, (int)(n < width ? width - n : 0),
            "");
    if (c->campaign == NULL)
        fputs("not run\n", t->show.out);
    else
        report_verdict(t, c);
    fflush(t->show.out);
}

static void report_summary(FILE *out, const struct rdl_suite_cases *s,
                           const struct rdl_suite_sum *sum,
                           const struct rdl_test_options *o)
{
    fprintf(out, "\n%zu case%s (%s): %zu failed, %zu clean", s->n,
            s->n == 1 ? "" : "s", s->framework->name, sum->failed, sum->clean);
    if (sum->left_out > 0)
        fprintf(out, ", %zu left out (no threads)", sum->left_out);
    if (sum->unverified > 0)
        fprintf(out, ", %zu with nothing verified", sum->unverified);
    if (sum->not_run > 0)
        fprintf(out, ", %zu not run", sum->not_run);
    fprintf(out, "\n%llu execution%s in %.1f s, ",
            (unsigned long long)sum->executions,
            sum->executions == 1 ? "" : "s", sum->seconds);
    if (sum->aside > 0)
        fprintf(out, "%.1f s on findings, ", sum->aside);
    fprintf(out, "%llu steps, strategy %s, seed %llu\n",
            (unsigned long long)sum->steps, o->strategy,
            (unsigned long long)o->seed);
    if (sum->patient > 0)
        fprintf(
            out,
            "in %zu of the clean cases sleeps and time-outs ended only when "
            "no thread could run, or others had run for long "
            "(--time-passes)\n",
            sum->patient);
}

/* --- For machines ----------------------------------------------------------
 */

/* The findings or notes of all cases, in one array. */
static json_t *report_all(const struct rdl_suite_cases *s, const char *what)
{
    json_t *all = json_array();

    for (size_t i = 0; i < s->n; i++) {
        if (s->all[i].json != NULL)
            json_array_extend(all, json_object_get(s->all[i].json, what));
    }
    return all;
}

static json_t *report_cases(const struct rdl_suite_cases *s)
{
    json_t *cases = json_array();

    for (size_t i = 0; i < s->n; i++) {
        const struct rdl_suite_case *c = &s->all[i];

        json_array_append_new(cases, c->json != NULL
                                         ? json_incref(c->json)
                                         : json_pack("{so si ss sn}", "case",
                                                     rdl_json_text(c->name),
                                                     "executions", 0, "verdict",
                                                     "not-run", "left_out"));
    }
    return cases;
}

/* "clean", "findings", ... as for one program, in the order of report_why. */
static const char *report_word(const struct rdl_suite_cases *s,
                               const struct rdl_suite_sum *sum)
{
    if (sum->failed > 0)
        return "findings";
    if (sum->replaced != NULL)
        return "replaced";
    for (size_t i = 0; i < s->n; i++) {
        const struct rdl_suite_case *c = &s->all[i];

        if (c->why != NULL)
            return rdl_verdict_word(&c->result.verdict, c->campaign);
    }
    if (sum->not_run > 0)
        return "not-run";
    return sum->clean == 0 ? "no-threads" : "clean";
}

static json_t *report_json(const struct rdl_suite_cases *s,
                           const struct rdl_suite_sum *sum,
                           const struct rdl_test_options *o)
{
    json_t *arguments = json_array();

    for (char **a = o->command + 1; *a != NULL; a++)
        json_array_append_new(arguments, rdl_json_text(*a));
    return json_pack(
        "{ss so so ss sI sI sI sf sf sf so sI ss si so si so so so}", "command",
        "test", "program", rdl_json_text(o->command[0]), "arguments", arguments,
        "framework", s->framework->name, "executions",
        (json_int_t)sum->executions, "steps", (json_int_t)sum->steps, "cut",
        (json_int_t)sum->cut, "seconds", sum->seconds, "seconds_on_findings",
        sum->aside, "executions_per_second",
        sum->seconds > 0 ? (double)sum->executions / sum->seconds : 0.0,
        "strategy", rdl_json_text(o->strategy), "seed", (json_int_t)o->seed,
        "verdict", report_word(s, sum), "exit_status", sum->exit_status, "why",
        rdl_json_text(sum->why), "left_out", (int)sum->left_out, "notes",
        report_all(s, "notes"), "findings", report_all(s, "findings"), "cases",
        report_cases(s));
}

static void report_ci(struct rdl_test_owner *t, const struct rdl_suite_cases *s,
                      const struct rdl_suite_sum *sum, struct rdl_ci_files *ci)
{
    struct rdl_test_result *results = rdl_alloc(s->n * sizeof(*results));
    struct rdl_test_result whole = { .part = NULL };

    for (size_t i = 0; i < s->n; i++) {
        results[i] = s->all[i].result;
        if (whole.campaign == NULL)
            whole = results[i];
        if (results[i].campaign == NULL)
            results[i] = (struct rdl_test_result){
                .part = s->all[i].name,
                .exit_status = RDL_EXIT_NOTHING,
                .why = "it did not run",
            };
    }
    whole.part = whole.left_out = NULL;
    whole.exit_status = sum->exit_status;
    whole.why = sum->why;
    rdl_test_ci_end(ci, t->options, &whole, results, s->n, t->show.out);
    free(results);
}

void rdl_suite_report_end(struct rdl_test_owner *t, struct rdl_suite_cases *s,
                          const struct rdl_suite_sum *sum,
                          struct rdl_ci_files *ci, FILE *json)
{
    const struct rdl_test_options *o = t->options;

    for (size_t i = 0; i < s->n; i++)
        rdl_suite_report_case(t, s, &s->all[i]);
    if (!o->quiet)
        report_summary(t->show.out, s, sum, o);
    if (!o->quiet && sum->executions > 0)
        rdl_test_where(t->show.out, o->out, sum->failed > 0);
    if (sum->why != NULL || sum->replaced != NULL)
        rdl_warn("%s", sum->why != NULL ? sum->why : sum->replaced);
    report_ci(t, s, sum, ci);
    if (json != NULL)
        rdl_session_json_end(json, o->json,
                             rdl_json_write(json, report_json(s, sum, o)));
}
