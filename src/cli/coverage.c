/* coverage.c - raddle coverage: what a campaign has covered, and what not. */
#include "cli/cli.h"

#include "base/text.h"
#include "campaign/die.h"
#include "campaign/store_build.h"
#include "campaign/store_read.h"
#include "cli/coverage_metric.h"
#include "cli/options.h"
#include "cli/session.h"
#include "report/json.h"
#include "report/requirement.h"
#include "report/wrap.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

struct coverage {
    const char *dir;
    const char *metric; /* NULL: all */
    uint32_t metrics;
    bool uncovered;
    const char *json;
    struct rdl_listing *listing;
    struct rdl_store_summary summary;
    size_t n_notes;
    char **notes;
    size_t n_findings;
};

enum { OPT_UNCOVERED = 256, OPT_JSON };

static const struct argp_option options[] = {
    { "metric", 'm', "NAME", 0, "only this one (raddle list metrics)", 0 },
    { "uncovered", OPT_UNCOVERED, NULL, 0,
      "only what was estimated and never covered", 0 },
    { "json", OPT_JSON, "FILE", 0, "results as JSON (- for stdout)", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct coverage *c = state->input;

    switch (key) {
    case 'm':
        c->metric = arg;
        c->metrics = rdl_coverage_metric(state, arg);
        return 0;
    case OPT_UNCOVERED:
        c->uncovered = true;
        return 0;
    case OPT_JSON:
        c->json = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (c->dir != NULL)
            argp_error(state, "one directory at a time ('%s' is the second)",
                       arg);
        c->dir = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which campaign? (raddle coverage raddle-out/a.out)");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DIR",
    .doc = "Shows which interactions of threads the campaign in DIR (raddle "
           "test --out DIR) has covered, by metric and source line; also while "
           "it runs.\v"
           "A line is 'covered', 'uncovered' (estimated, but no execution "
           "showed it) or 'unexpected' (covered, though not estimated).",
};

/* --- Reading -------------------------------------------------------------- */

static void coverage_note(struct coverage *c, char *text)
{
    c->notes = rdl_grow(c->notes, (c->n_notes + 1) * sizeof(*c->notes));
    c->notes[c->n_notes++] = text;
}

static void coverage_module(void *data, uint32_t number, const char *path,
                            const char *build)
{
    struct coverage *c = data;
    char *is = rdl_store_build_of(path);
    bool usable = is != NULL && (build[0] == '\0' || strcmp(is, build) == 0);
    uint8_t id[20];

    if (is == NULL)
        coverage_note(c, rdl_format("%s cannot be read any more: its places "
                                    "are shown as offsets",
                                    path));
    else if (!usable)
        coverage_note(c, rdl_format("%s is not the file that was tested any "
                                    "more: its places are shown as offsets",
                                    path));
    rdl_listing_module(c->listing, number, path, id,
                       rdl_store_build_bytes(build, id, sizeof(id)), usable);
    free(is);
}

static void coverage_location(void *data, uint32_t number, uint32_t module,
                              uint64_t offset)
{
    struct coverage *c = data;

    rdl_listing_location(c->listing, number, module, offset);
}

static void coverage_requirement(void *data,
                                 const struct rdl_store_requirement *r)
{
    struct coverage *c = data;
    const struct rdl_listed listed = {
        .metric = r->metric,
        .l1 = r->l1,
        .l2 = r->l2,
        .estimated = r->estimated,
        .covered = r->covered,
        .execution = r->execution,
        .seconds = r->seconds,
    };

    /* A process that died may leave one that is neither. */
    if (r->estimated || r->covered)
        rdl_listing_add(c->listing, &listed);
}

static void coverage_finding(void *data, const struct rdl_found *found)
{
    struct coverage *c = data;

    (void)found;
    c->n_findings++;
}

/* --- Telling -------------------------------------------------------------- */

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void coverage_head(FILE *out, const struct coverage *c)
{
    const struct rdl_store_summary *s = &c->summary;
    char *text = rdl_strdup(s->program), *longer;

    for (size_t i = 0; s->arguments[i] != NULL; i++) {
        longer = rdl_format("%s %s", text, s->arguments[i]);
        free(text);
        text = longer;
    }
    longer = rdl_format("%s: %llu execution%s in %llu session%s, %.1f s, %zu "
                        "finding%s",
                        text, (unsigned long long)s->executions,
                        plural(s->executions), (unsigned long long)s->sessions,
                        plural(s->sessions), s->seconds, c->n_findings,
                        plural(c->n_findings));
    rdl_wrap(out, 0, 2, longer);
    free(longer);
    free(text);
}

static void coverage_pairs(FILE *out, const struct coverage *c)
{
    const struct rdl_combinatorial *kind;

    for (size_t i = 0; (kind = rdl_combinatorial_at(i)) != NULL; i++) {
        bool asked = c->metric != NULL && strcmp(c->metric, kind->name) == 0;

        if (asked || (c->metric == NULL && c->summary.pairs[i] > 0))
            fprintf(out, "%-22s%20llu pair%s\n", kind->name,
                    (unsigned long long)c->summary.pairs[i],
                    plural(c->summary.pairs[i]));
    }
}

static void coverage_print(FILE *out, struct coverage *c)
{
    const struct rdl_listing_view view = { .metrics = c->metrics,
                                           .uncovered = c->uncovered };

    coverage_head(out, c);
    for (size_t i = 0; i < c->n_notes; i++) {
        fputs("note: ", out);
        rdl_wrap(out, 6, 6, c->notes[i]);
    }
    rdl_listing_totals(out, c->listing, c->metrics, c->metric);
    coverage_pairs(out, c);
    rdl_listing_print(out, c->listing, &view);
}

static json_t *coverage_strings(char *const *texts, size_t n)
{
    json_t *array = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, rdl_json_text(texts[i]));
    return array;
}

static json_t *coverage_json_pairs(const struct coverage *c)
{
    const struct rdl_combinatorial *kind;
    json_t *object = json_object();

    for (size_t i = 0; (kind = rdl_combinatorial_at(i)) != NULL; i++)
        json_object_set_new(object, kind->name,
                            json_integer((json_int_t)c->summary.pairs[i]));
    return object;
}

static json_t *coverage_json(struct coverage *c)
{
    const struct rdl_store_summary *s = &c->summary;
    const struct rdl_listing_view view = { .metrics = c->metrics,
                                           .uncovered = c->uncovered };
    size_t n = 0;

    while (s->arguments[n] != NULL)
        n++;
    return json_pack("{ss so so so sI sI sf sI so so so so}", "command",
                     "coverage", "directory", rdl_json_text(c->dir), "program",
                     rdl_json_text(s->program), "arguments",
                     coverage_strings(s->arguments, n), "sessions",
                     (json_int_t)s->sessions, "executions",
                     (json_int_t)s->executions, "seconds", s->seconds,
                     "findings", (json_int_t)c->n_findings, "notes",
                     coverage_strings(c->notes, c->n_notes), "coverage",
                     rdl_listing_json_totals(c->listing, c->metrics), "pairs",
                     coverage_json_pairs(c), "requirements",
                     rdl_listing_json(c->listing, &view));
}

int rdl_cmd_coverage(int argc, char **argv)
{
    struct coverage c = { .metrics = RDL_ALL_METRICS };
    const struct rdl_store_reader reader = {
        .data = &c,
        .module = coverage_module,
        .location = coverage_location,
        .requirement = coverage_requirement,
        .finding = coverage_finding,
    };
    FILE *json;
    char *why;

    rdl_options_name(argv, "raddle coverage");
    rdl_options_parse(&argp, argc, argv, 0, &c);
    json = rdl_session_json(c.json);
    c.listing = rdl_listing_new();
    if (!rdl_store_read(c.dir, &reader, &c.summary, &why))
        rdl_die(RDL_EXIT_USAGE, "%s", why);
    coverage_print(json == stdout ? stderr : stdout, &c);
    if (json != NULL)
        rdl_session_json_end(json, c.json,
                             rdl_json_write(json, coverage_json(&c)));
    for (size_t i = 0; i < c.n_notes; i++)
        free(c.notes[i]);
    free(c.notes);
    rdl_store_summary_free(&c.summary);
    rdl_listing_free(c.listing);
    return RDL_EXIT_CLEAN;
}
