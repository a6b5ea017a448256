/* coverage.c - raddle coverage: what a campaign has covered and what it has
 * not. */
#include "cli/cli.h"

#include "cli/coverage/coverage_metric.h"
#include "cli/options.h"
#include "cli/session.h"
#include "cli/coverage/stored.h"
#include "util/clean_print.h"
#include "util/die.h"
#include "util/shell_quote.h"
#include "report/formats/json.h"
#include "report/predicted.h"
#include "util/wrap.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

struct coverage {
    const char *dir;
    const char *metric; /* NULL: all */
    /* Without a `metric`: those that the user asked a session to record. */
    uint32_t metrics;
    bool uncovered, all;
    enum rdl_listing_sort sort;
    const char *json;
    struct rdl_stored stored;
    char *command; /* program and arguments, quoted for a shell */
};

enum { OPT_UNCOVERED = 256, OPT_ALL, OPT_SORT };

static const struct argp_option options[] = {
    { "metric", 'm', "NAME", 0, "only this one (raddle list metrics)", 0 },
    { "uncovered", OPT_UNCOVERED, NULL, 0,
      "only what was estimated and never covered", 0 },
    { "all", OPT_ALL, NULL, 0, "print every interaction, one on a line", 0 },
    { "sort", OPT_SORT, "KEY", 0,
      "order: place, hits (the rarest first) or failing", 0 },
    RDL_OPTION_JSON_ROW(0),
    { 0 },
};

static enum rdl_listing_sort coverage_sort(struct argp_state *state,
                                           const char *key)
{
    static const char *const keys[] = {
        [RDL_SORT_PLACE] = "place",
        [RDL_SORT_HITS] = "hits",
        [RDL_SORT_FAILING] = "failing",
    };

    for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        if (strcmp(keys[i], key) == 0)
            return (enum rdl_listing_sort)i;
    }
    argp_error(state, "--sort=%s: give place, hits or failing", key);
    return RDL_SORT_PLACE;
}

static error_t coverage_parse(int key, char *arg, struct argp_state *state)
{
    struct coverage *c = state->input;
    const struct rdl_option_common common = {
        .what = "directory",
        .none = "which campaign? (raddle coverage raddle-out/a.out)",
        .argument = &c->dir,
        .json = &c->json,
    };

    switch (key) {
    case 'm':
        c->metric = arg;
        c->metrics = rdl_coverage_metric(state, arg);
        return 0;
    case OPT_UNCOVERED:
        c->uncovered = true;
        return 0;
    case OPT_ALL:
        c->all = true;
        return 0;
    case OPT_SORT:
        c->sort = coverage_sort(state, arg);
        return 0;
    default:
        return rdl_option_common(key, arg, state, &common);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = coverage_parse,
    .args_doc = "DIR",
    .doc = "Shows which interactions of threads the campaign in DIR (raddle "
           "test --out DIR) has covered, by metric and source line; also while "
           "it runs.\v"
           "A line is 'covered', 'uncovered' (estimated, but no execution "
           "showed it), 'unexpected' (covered, though not estimated) or "
           "'impossible' (estimated, but raddle prove ran every interleaving "
           "and none showed it). 'in 3 "
           "of 500': 3 of 500 executions covered it; 'fails in 2 of 3': 2 of "
           "these ended with a finding.",
};

/* --- Telling -------------------------------------------------------------- */

static const char *coverage_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void coverage_head(FILE *out, const struct coverage *c)
{
    const struct rdl_store_summary *s = &c->stored.summary;
    char *failed = s->failed > 0 ? rdl_format(" (%llu failed)",
                                              (unsigned long long)s->failed)
                                 : rdl_strdup("");
    const size_t n_warnings = rdl_stored_warnings(&c->stored);
    const size_t n_errors = c->stored.n_findings - n_warnings;
    char *warnings = n_warnings > 0 ? rdl_format(", %zu warning%s", n_warnings,
                                                 coverage_plural(n_warnings))
                                    : rdl_strdup("");
    char *text = rdl_format(
        "%s: %llu execution%s%s in %llu session%s, %.1f s, %zu "
        "finding%s%s",
        c->command, (unsigned long long)s->executions,
        coverage_plural(s->executions), failed, (unsigned long long)s->sessions,
        coverage_plural(s->sessions), s->seconds, n_errors,
        coverage_plural(n_errors), warnings);

    rdl_wrap(out, 0, 2, text);
    free(text);
    free(warnings);
    free(failed);
}

static void coverage_missed(FILE *out, struct coverage *c, const char *name)
{
    char *dir = rdl_quote(c->dir);
    char *note = rdl_format("%s was not recorded; to record it: raddle test "
                            "--metrics %s --out %s %s",
                            name, c->metric, dir, c->command);

    /* In one line, so that the user can copy the command. */
    rdl_clean_line(out, "note: %s", note);
    rdl_stored_note(&c->stored, note);
    free(dir);
}

/* Metrics that the user wants to see but no session was asked to record. */
static void coverage_missing(FILE *out, struct coverage *c)
{
    const struct rdl_store_summary *s = &c->stored.summary;
    const struct rdl_combinatorial *kind;

    for (size_t i = 0; i < RDL_N_METRICS; i++) {
        if ((c->metrics & ~s->recorded) >> i & 1)
            coverage_missed(out, c, rdl_metric_at(i)->name);
    }
    for (size_t i = 0; (kind = rdl_combinatorial_at(i)) != NULL; i++) {
        if (strcmp(c->metric, kind->name) == 0 &&
            (s->recorded_pairs >> i & 1) == 0)
            coverage_missed(out, c, kind->name);
    }
}

static void coverage_notes(FILE *out, struct coverage *c)
{
    if (c->metric == NULL && c->stored.summary.asked == 0)
        rdl_stored_note(&c->stored, rdl_strdup("the campaign recorded no "
                                               "coverage (--metrics none)"));
    for (size_t i = 0; i < c->stored.n_notes; i++) {
        fputs("note: ", out);
        rdl_wrap(out, 6, 6, c->stored.notes[i]);
    }
    if (c->metric != NULL)
        coverage_missing(out, c);
}

static void coverage_pairs(FILE *out, const struct coverage *c)
{
    const struct rdl_combinatorial *kind;

    for (size_t i = 0; (kind = rdl_combinatorial_at(i)) != NULL; i++) {
        bool asked = c->metric != NULL && strcmp(c->metric, kind->name) == 0;

        if ((asked && (c->stored.summary.recorded_pairs >> i & 1) != 0) ||
            (c->metric == NULL &&
             (c->stored.summary.asked_pairs >> i & 1) != 0))
            fprintf(out, "%-22s%20llu pair%s\n", kind->name,
                    (unsigned long long)c->stored.summary.pairs[i],
                    coverage_plural(c->stored.summary.pairs[i]));
    }
}

/* Metrics recorded for a strategy, or for raddle regress, are in no total;
 * --metric shows them. */
static void coverage_besides(FILE *out, const struct coverage *c)
{
    const struct rdl_store_summary *s = &c->stored.summary;
    const uint32_t besides = s->recorded & ~s->asked;
    char *text, *longer;

    if (c->metric != NULL || besides == 0)
        return;
    text = rdl_strdup("Recorded besides (--metric NAME):");
    for (size_t i = 0; i < RDL_N_METRICS; i++) {
        if ((besides >> i & 1) == 0)
            continue;
        longer = rdl_format("%s %s", text, rdl_metric_at(i)->name);
        free(text);
        text = longer;
    }
    fputc('\n', out);
    rdl_wrap(out, 0, 2, text);
    free(text);
}

/* How good the estimate was, which only a proof can say. */
static void coverage_precision(FILE *out, const struct coverage *c)
{
    const uint32_t proved = c->metrics & c->stored.summary.proved;
    size_t n[RDL_N_LISTED];
    char *text;

    rdl_listing_count(c->stored.listing, proved, n);
    if (n[RDL_LISTED_COVERED] + n[RDL_LISTED_IMPOSSIBLE] == 0)
        return;
    text = rdl_format("raddle prove ran every interleaving: %zu of the %zu "
                      "estimated interactions are possible, and %zu of the %zu "
                      "possible ones were estimated",
                      n[RDL_LISTED_COVERED],
                      n[RDL_LISTED_COVERED] + n[RDL_LISTED_IMPOSSIBLE],
                      n[RDL_LISTED_COVERED],
                      n[RDL_LISTED_COVERED] + n[RDL_LISTED_UNEXPECTED]);
    rdl_wrap(out, 0, 2, text);
    free(text);
}

static void coverage_figures(FILE *out, const struct coverage *c,
                             const struct rdl_listing_view *view)
{
    rdl_listing_totals(out, c->stored.listing, c->metrics, c->metric);
    coverage_precision(out, c);
    coverage_pairs(out, c);
    if (c->stored.summary.capped)
        fputs(RDL_LISTING_CAPPED "\n", out);
    rdl_listing_print(out, c->stored.listing, view);
    coverage_besides(out, c);
}

static void coverage_print(FILE *out, struct coverage *c)
{
    const struct rdl_listing_view view = {
        .metrics = c->metrics,
        .sort = c->sort,
        .executions = c->stored.summary.recording,
        .uncovered = c->uncovered,
        .all = c->all,
    };

    coverage_head(out, c);
    coverage_notes(out, c);
    /* A note explains why there is none. */
    if ((c->metrics & c->stored.summary.recorded) != 0)
        coverage_figures(out, c, &view);
    if (c->metric == NULL)
        rdl_predicted_print(out, c->stored.predictions, c->stored.n_predictions,
                            c->stored.summary.proved != 0, c->all);
}

static json_t *coverage_json(struct coverage *c)
{
    const struct rdl_listing_view view = { .metrics = c->metrics,
                                           .sort = c->sort,
                                           .uncovered = c->uncovered };
    json_t *object = rdl_stored_json(&c->stored, c->metrics);

    json_object_set_new(object, "command", json_string("coverage"));
    json_object_set_new(object, "sessions",
                        json_integer((json_int_t)c->stored.summary.sessions));
    json_object_set_new(
        object, "combined",
        rdl_listing_json_combined(c->stored.listing, c->metric));
    json_object_set_new(
        object, "findings",
        json_integer((json_int_t)(c->stored.n_findings -
                                  rdl_stored_warnings(&c->stored))));
    json_object_set_new(
        object, "warnings",
        json_integer((json_int_t)rdl_stored_warnings(&c->stored)));
    json_object_set_new(object, "requirements",
                        rdl_listing_json(c->stored.listing, &view));
    return object;
}

int rdl_cmd_coverage(int argc, char **argv)
{
    struct coverage c = { .metric = NULL };
    FILE *json;

    rdl_options_name(argv, "raddle coverage");
    rdl_options_parse(&argp, argc, argv, 0, &c);
    json = rdl_session_json(c.json);
    rdl_stored_read(&c.stored, c.dir, /*history=*/false);
    if (c.metric == NULL)
        c.metrics = c.stored.summary.asked;
    c.command =
        rdl_quote_command(c.stored.summary.program, c.stored.summary.arguments);
    coverage_print(json == stdout ? stderr : stdout, &c);
    if (json != NULL)
        rdl_session_json_end(json, c.json,
                             rdl_json_write(json, coverage_json(&c)));
    free(c.command);
    rdl_stored_free(&c.stored);
    return RDL_EXIT_CLEAN;
}
