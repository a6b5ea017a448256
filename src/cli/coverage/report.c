/* report.c - raddle report: a campaign as one page for a browser. */
#include "cli/coverage/report.h"

#include "util/atomic_file.h"
#include "exec/interrupt.h"
#include "cli/cli.h"
#include "cli/comparison_file.h"
#include "cli/gen_file.h"
#include "cli/metrics.h"
#include "cli/options.h"
#include "cli/session.h"
#include "cli/coverage/stored.h"
#include "util/die.h"
#include "report/formats/html.h"
#include "report/formats/json.h"
#include "report/sources.h"
#include "symbols/symbol.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define MOST_SOURCE ((size_t)2 << 20) /* bytes */

struct report {
    const char *dir;
    const char *out;  /* NULL: DIR/report.html, if `json` is NULL too */
    const char *json; /* NULL: not wanted */
    size_t n_findings, n_warnings;
};

static const struct argp_option options[] = {
    { "output", 'o', "FILE", 0,
      "the page (default: DIR/report.html; - for stdout)", 1 },
    { "json", RDL_OPTION_JSON, "FILE", 0,
      "only what the page shows, as JSON (- for stdout)", 1 },
    { 0 },
};

static error_t report_parse(int key, char *arg, struct argp_state *state)
{
    struct report *r = state->input;
    const struct rdl_option_common common = {
        .what = "directory",
        .none = "which campaign? (raddle report raddle-out/a.out)",
        .argument = &r->dir,
        .json = &r->json,
    };

    if (key != 'o')
        return rdl_option_common(key, arg, state, &common);
    r->out = arg;
    return 0;
}

static const struct argp argp = {
    .options = options,
    .parser = report_parse,
    .args_doc = "DIR",
    .doc = "Writes what the campaign in DIR (raddle test or gen, --out DIR) "
           "found and "
           "covered as a page for a browser: one file, which needs neither "
           "network nor raddle; also while the campaign runs.\v"
           "raddle replays each finding for it.  If it cannot (for instance "
           "because the program was rebuilt), the page has the reason.",
};

/* --- The data ------------------------------------------------------------- */

static void report_metric(void *data, const char *name, const char *text)
{
    json_object_set_new(data, name, rdl_json_text(text));
}

/* SOURCE_DATE_EPOCH: reproducible-builds.org, so that two reports of a campaign
 * can be equal. */
static json_t *report_time(void)
{
    const char *given = getenv("SOURCE_DATE_EPOCH");
    time_t now = given != NULL ? (time_t)strtoll(given, NULL, 10) : time(NULL);
    struct tm tm;
    char text[64];

    if (gmtime_r(&now, &tm) == NULL ||
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
        return json_null();
    return json_string(text);
}

static void report_add_finding(struct rdl_stored *stored, size_t i,
                               const char *runtime, struct rdl_sources *sources,
                               json_t *array)
{
    const struct rdl_found *f = &stored->findings[i];
    char *why, *note;

    json_array_append_new(
        array, rdl_report_finding(stored->dir, f, runtime, sources, &why));
    if (why == NULL)
        return;
    note = rdl_format("%s at %s could not be replayed: %s", f->kind,
                      f->said.location, why);
    rdl_warn("note: %s", note);
    rdl_stored_note(stored, note);
    free(why);
}

static json_t *report_findings(struct rdl_stored *stored,
                               struct rdl_sources *sources)
{
    char *runtime = rdl_session_runtime();
    json_t *array = json_array();

    /* Errors first. */
    for (size_t i = 0; i < stored->n_findings; i++) {
        if (!stored->findings[i].warning)
            report_add_finding(stored, i, runtime, sources, array);
    }
    for (size_t i = 0; i < stored->n_findings; i++) {
        if (stored->findings[i].warning)
            report_add_finding(stored, i, runtime, sources, array);
    }
    free(runtime);
    return array;
}

/* Files whose text is left out because it may have changed. */
static void report_newer(struct rdl_stored *stored,
                         const struct rdl_sources *sources)
{
    struct rdl_stale_sources list = { 0 };
    char *note;
    size_t i;
    json_t *one;

    json_array_foreach(sources->newer, i, one)
    {
        const char *name = json_string_value(one);

        rdl_stale_sources_add(
            &list, name,
            json_string_value(json_object_get(sources->paths, name)));
    }
    if (list.n == 0)
        return;
    note = rdl_stale_sources_text(&list, "shown");
    rdl_warn("note: %s", note);
    rdl_stored_note(stored, note);
}

static json_t *report_data(struct rdl_stored *stored)
{
    const struct rdl_listing_view view = { .metrics = stored->summary.asked };
    json_t *metrics = json_object(), *files = json_object();
    json_t *regress = rdl_comparison_file_read(
        stored->dir, stored->summary.build, stored->summary.executions);
    json_t *findings, *requirements, *object, *newer;
    struct rdl_sources sources;

    rdl_sources_make(&sources, MOST_SOURCE);
    findings = report_findings(stored, &sources);
    requirements = rdl_listing_json(stored->listing, &view);
    rdl_listing_json_files(stored->listing, files);
    newer = rdl_listing_json_newer(stored->listing);
    rdl_sources_newer(&sources, newer);
    rdl_sources_add(&sources, files);
    json_decref(files);
    json_decref(newer);
    report_newer(stored, &sources);
    if (sources.left > 0)
        rdl_stored_note(stored,
                        rdl_format("the source of %zu file%s is left out: more "
                                   "than %zu MiB in all",
                                   sources.left, sources.left == 1 ? "" : "s",
                                   MOST_SOURCE >> 20));
    if (stored->summary.capped)
        rdl_stored_note(stored, rdl_strdup(RDL_LISTING_CAPPED));
    rdl_metrics_each(report_metric, metrics);
    object = rdl_stored_json(stored, stored->summary.asked);
    json_object_set_new(object, "command", json_string("report"));
    json_object_set_new(object, "raddle", json_string(RDL_VERSION));
    json_object_set_new(object, "generated", report_time());
    json_object_set(object, "sessions", stored->sessions);
    json_object_set(object, "samples", stored->samples);
    json_object_set_new(object, "metrics", metrics);
    json_object_set_new(object, "findings", findings);
    json_object_set_new(object, "regress",
                        regress != NULL ? regress : json_null());
    json_object_set_new(object, "requirements", requirements);
    json_object_set(object, "newer", sources.newer);
    json_object_set_new(object, "sources", rdl_sources_take(&sources));
    return object;
}

/* --- The file ------------------------------------------------------------- */

static char *report_text(const json_t *data, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    bool good = out != NULL && rdl_html_write(out, data);

    if (out == NULL || fclose(out) != 0 || !good)
        rdl_die_errno(RDL_EXIT_INTERNAL, "no memory for the report");
    return text;
}

char *rdl_report_path(const char *dir, const char *name)
{
    size_t n = strlen(dir);

    while (n > 1 && dir[n - 1] == '/')
        n--;
    return rdl_format("%.*s%s%s", (int)n, dir,
                      n > 0 && dir[n - 1] == '/' ? "" : "/", name);
}

/* Replaces an existing report as a whole.  Writes directly to what is not a
 * plain file (a pipe, /dev/stdout) and to a link to a missing file. */
static void report_save(const char *path, const char *text, size_t size)
{
    char *real = realpath(path, NULL);
    struct stat st;
    int error = 0;
    FILE *out;

    if (real != NULL ? stat(real, &st) != 0 || S_ISREG(st.st_mode)
                     : lstat(path, &st) != 0) {
        error = rdl_atomic_file(real != NULL ? real : path, text, size);
    } else {
        out = fopen(path, "we");
        if (out == NULL || fwrite(text, 1, size, out) != size ||
            fclose(out) != 0)
            error = -errno;
    }
    free(real);
    if (error == 0)
        return;
    errno = -error;
    rdl_die_errno(RDL_EXIT_USAGE,
                  "cannot write the report %s (-o FILE puts it elsewhere)",
                  path);
}

static void report_page(const struct report *r, const json_t *data)
{
    bool to_stdout = r->out != NULL && strcmp(r->out, "-") == 0;
    char *path = r->out != NULL ? rdl_strdup(r->out)
                                : rdl_report_path(r->dir, "report.html");
    size_t size;
    char *text = report_text(data, &size);
    char warnings[40] = "";

    if (!to_stdout)
        report_save(path, text, size);
    else if (fwrite(text, 1, size, stdout) != size || fflush(stdout) != 0)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write the report to stdout");
    if (r->n_warnings > 0)
        snprintf(warnings, sizeof(warnings), ", %zu warning%s", r->n_warnings,
                 r->n_warnings == 1 ? "" : "s");
    fprintf(to_stdout ? stderr : stdout,
            "report: %s (%zu KiB, %zu finding%s%s)\n", path,
            (size + 1023) / 1024, r->n_findings, r->n_findings == 1 ? "" : "s",
            warnings);
    free(text);
    free(path);
}

static void report_begin(void)
{
    rdl_session_begin();
    rdl_interrupt_at_once(true); /* except while a finding is replayed */
}

static json_t *report_of_test(struct report *r)
{
    struct rdl_stored stored;
    json_t *data;

    rdl_stored_read(&stored, r->dir, /*history=*/true);
    report_begin();
    data = report_data(&stored);
    r->n_warnings = rdl_stored_warnings(&stored);
    r->n_findings = stored.n_findings - r->n_warnings;
    rdl_stored_free(&stored);
    return data;
}

/* Takes the results over. */
static json_t *report_of_gen(struct report *r, json_t *results)
{
    char *runtime = rdl_session_runtime();
    json_t *data;

    report_begin();
    data = rdl_report_gen(r->dir, results, runtime);
    json_object_set_new(data, "generated", report_time());
    r->n_findings = json_array_size(json_object_get(results, "findings"));
    json_decref(results);
    free(runtime);
    return data;
}

int rdl_cmd_report(int argc, char **argv)
{
    struct report r = { 0 };
    json_t *data, *gen;

    rdl_options_name(argv, "raddle report");
    rdl_options_parse(&argp, argc, argv, 0, &r);
    rdl_session_apart("--json", r.json, "-o", r.out);
    rdl_session_spare("-o", r.out);
    rdl_session_spare("--json", r.json);
    gen = rdl_gen_file_read(r.dir);
    data = gen != NULL ? report_of_gen(&r, gen) : report_of_test(&r);
    if (r.out != NULL || r.json == NULL)
        report_page(&r, data);
    if (r.json != NULL) {
        FILE *json = rdl_session_json(r.json);

        rdl_session_json_end(json, r.json,
                             rdl_json_write(json, json_incref(data)));
    }
    json_decref(data);
    return RDL_EXIT_CLEAN;
}
