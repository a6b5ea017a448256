/* report_gen.c - the report of raddle gen: the page gets the object that a
 * campaign of raddle test would give, without coverage, and `gen` in addition.
 * Findings are those of the C tests; raddle replays their schedules. */
#include "cli/coverage/report.h"

#include "base/text.h"
#include "cli/cli.h"
#include "cli/gen_file.h"
#include "report/formats/json.h"
#include "schedule/schedule.h"
#include "util/alloc.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

#define MOST_SOURCE ((size_t)2 << 20) /* bytes */

static const char *gen_text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* The C test beside the results, wherever the directory is now, is one of the
 * sources, by its name. */
static void gen_source(const char *dir, json_t *one,
                       struct rdl_sources *sources)
{
    const char *source = gen_text(one, "source");
    const char *name = source != NULL ? rdl_text_base_name(source) : NULL;
    char *path = name != NULL ? rdl_report_path(dir, name) : NULL;
    /* As debug information has it: two paths would be two files. */
    char *real = path != NULL ? realpath(path, NULL) : NULL;
    json_t *files = real != NULL ? json_pack("{ss}", name, real) : NULL;

    json_object_set_new(one, "file", rdl_json_text(name));
    if (files != NULL)
        rdl_sources_add(sources, files);
    json_decref(files);
    free(real);
    free(path);
}

/* What the schedule file says about the failure of the C test. */
static void gen_found(const char *dir, const json_t *one, struct rdl_found *f)
{
    const char *schedule = gen_text(one, "schedule");
    const char *kind = gen_text(one, "kind");
    struct rdl_schedule s;
    char *path;

    *f = (struct rdl_found){
        .execution =
            (uint64_t)json_integer_value(json_object_get(one, "executions")),
        .seconds = json_number_value(json_object_get(one, "seconds")),
        .times = (uint64_t)json_integer_value(json_object_get(one, "times")),
        .replayed = json_is_true(json_object_get(one, "confirmed")),
        .checked = json_is_true(json_object_get(one, "confirmed")),
    };
    f->nth = f->execution;
    if (gen_text(one, "severity") != NULL)
        f->warning = strcmp(gen_text(one, "severity"), "warning") == 0;
    rdl_text_copy(f->kind, kind != NULL ? kind : "assertion", sizeof(f->kind));
    rdl_text_copy(f->said.location, "-", sizeof(f->said.location));
    if (schedule == NULL)
        return;
    path = rdl_report_path(dir, rdl_text_base_name(schedule));
    f->schedule = path;
    if (rdl_schedule_load(&s, path, NULL)) {
        rdl_text_copy(f->kind, s.kind, sizeof(f->kind));
        rdl_found_of_schedule(f, &s);
        rdl_schedule_free(&s);
    }
}

static json_t *gen_finding(const char *dir, json_t *one, size_t number,
                           const char *runtime, struct rdl_sources *sources,
                           json_t *notes)
{
    struct rdl_found f;
    char id[32], *why = NULL;
    json_t *object;

    gen_found(dir, one, &f);
    object = rdl_report_finding(dir, &f, runtime, sources, &why);
    if (why != NULL && f.schedule != NULL) {
        char *note = rdl_format("%s could not be replayed: %s",
                                gen_text(one, "title"), why);

        rdl_warn("note: %s", note);
        json_array_append_new(notes, rdl_json_text(note));
        free(note);
    }
    snprintf(id, sizeof(id), "gen%zu", number);
    json_object_set_new(object, "id", json_string(id));
    json_object_set(object, "headline", json_object_get(one, "title"));
    gen_source(dir, one, sources);
    json_object_set(object, "gen", one);
    free(f.schedule);
    free(why);
    return object;
}

json_t *rdl_report_gen(const char *dir, json_t *results, const char *runtime)
{
    json_t *findings = json_array(), *notes = json_array(), *object, *one;
    struct rdl_sources sources;
    size_t i;

    rdl_sources_make(&sources, MOST_SOURCE);
    json_array_foreach(json_object_get(results, "findings"), i, one)
        json_array_append_new(
            findings, gen_finding(dir, one, i + 1, runtime, &sources, notes));
    object = json_pack(
        "{ss ss ss sO s[] sO sO so so s[] s[] s[] s{} s{} s{} s[] "
        "s{s[] s[] s[] s{}} so sn s[] sO}",
        "command", "report", "raddle", RDL_VERSION, "directory", dir, "program",
        json_object_get(results, "header"), "arguments", "executions",
        json_object_get(results, "executions"), "seconds",
        json_object_get(results, "seconds"), "notes", notes, "findings",
        findings, "limits", "recorded", "predictions", "coverage", "pairs",
        "metrics", "sessions", "samples", "seconds", "executions", "findings",
        "covered", "newer", json_incref(sources.newer), "regress",
        "requirements", "gen", results);
    if (object == NULL)
        rdl_die(RDL_EXIT_NOTHING,
                "%s/results.json is not what raddle gen writes: run raddle gen "
                "again",
                dir);
    json_object_set_new(object, "sources", rdl_sources_take(&sources));
    return object;
}
