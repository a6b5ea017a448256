/* report_finding.c - the findings of a report: raddle replays each as raddle
 * show does.  If it cannot replay one, the report has the reason instead. */
#include "cli/coverage/report.h"

#include "base/text.h"
#include "exec/interrupt.h"
#include "schedule/schedule.h"
#include "cli/replay/run.h"
#include "cli/test/json.h"
#include "report/finding/text.h"
#include "util/die.h"
#include "util/shell_quote.h"
#include "util/append.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Limit for each finding in the page: a megabyte or two, and a second to make
 * where C++ has its long names. */
#define MOST_STEPS 3000

/* --- The replay ----------------------------------------------------------- */

struct said { /* messages of a replay, joined by "; " */
    char text[4096];
    struct rdl_append all;
};

static void finding_say(void *data, const char *text)
{
    struct said *s = data;

    rdl_append(&s->all, "%s%s", s->all.used > 0 ? "; " : "", text);
}

/* Replays it after rdl_replay_run_begin(). raddle notices Ctrl-C between steps
 * of the driver; without this finding there is no report. */
static json_t *finding_run(struct rdl_replay_run *r, struct said *said)
{
    enum rdl_replay result;
    json_t *object;

    rdl_interrupt_at_once(false);
    result = rdl_replay_run_once(r);
    if (rdl_interrupted())
        rdl_die(RDL_EXIT_NOTHING, "interrupted: no report was written");
    rdl_interrupt_at_once(true);
    rdl_replay_run_describe(r, result);
    if (r->why[0] != '\0')
        finding_say(said, r->why);
    object = rdl_error_is_set(&r->worker.error)
                 ? NULL
                 : rdl_replay_run_json(r, result);
    rdl_replay_run_end(r);
    return object;
}

/* NULL if there is no result; `said` has the reason. */
static json_t *finding_replay(const char *schedule, const char *runtime,
                              struct said *said)
{
    const struct rdl_replay_options o = {
        .times = 1,
        .table = true,
        .most_steps = MOST_STEPS,
        .isolation = rdl_isolation_at(RDL_ISOLATION_FORK),
    };
    struct rdl_replay_run r = {
        .options = &o,
        .notes = { .add = finding_say, .data = said },
    };
    struct rdl_error error;
    json_t *object = NULL;

    if (!rdl_recorded_load(&r.recorded, schedule, &error)) {
        finding_say(said, error.text);
        return NULL;
    }
    rdl_show_make(&r.show, /*to_stderr=*/true);
    if (rdl_replay_run_begin(&r, runtime, /*input=*/NULL, &error))
        object = finding_run(&r, said);
    else
        finding_say(said, error.text);
    rdl_recorded_free(&r.recorded);
    return object;
}

/* --- What it says --------------------------------------------------------- */

/* Its path now: the directory may have moved, or the user may type it
 * differently. */
static char *finding_schedule(const char *dir, const char *recorded)
{
    static const char *const folders[] = { "", "warnings/" };
    const char *name = rdl_text_base_name(recorded);

    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        char *file = rdl_format("%s%s", folders[i], name);
        char *path = rdl_report_path(dir, file);

        free(file);
        if (access(path, F_OK) == 0)
            return path;
        free(path);
    }
    return rdl_strdup(recorded);
}

/* Fills in what the store does not have, or has from before raddle shrink. */
static void finding_complete(struct rdl_found *f)
{
    struct rdl_schedule s;

    if (!rdl_schedule_load(&s, f->schedule, NULL))
        return;
    rdl_found_of_schedule(f, &s);
    rdl_schedule_free(&s);
}

static void finding_take(json_t *object, const char *name, json_t *shown,
                         const char *field)
{
    json_t *value = json_object_get(shown, field);

    json_object_set_new(object, name,
                        value != NULL ? json_incref(value) : json_array());
}

json_t *rdl_report_finding(const char *dir, const struct rdl_found *found,
                           const char *runtime, struct rdl_sources *sources,
                           char **why)
{
    struct rdl_found f = *found;
    struct rdl_json_finding json;
    char *quoted = NULL, *command = NULL, headline[1024];
    struct said said;
    json_t *object, *shown = NULL;
    const char *result;

    said.all = rdl_append_begin(said.text, sizeof(said.text));
    if (found->schedule != NULL) {
        f.schedule = finding_schedule(dir, found->schedule);
        finding_complete(&f);
        quoted = rdl_quote(f.schedule);
        command = rdl_format("raddle replay %s", quoted);
        shown = finding_replay(f.schedule, runtime, &said);
    } else {
        finding_say(&said, "its schedule could not be written");
    }
    result = json_string_value(json_object_get(shown, "result"));
    *why = result != NULL && strcmp(result, "same") == 0
               ? NULL
               : rdl_strdup(said.text);
    json = rdl_test_json_found(&f);
    object = rdl_json_finding(&json);
    json_object_set_new(object, "headline",
                        rdl_json_text(rdl_finding_said(
                            f.kind, f.said.text, headline, sizeof(headline))));
    json_object_set_new(object, "replay", rdl_json_text(command));
    json_object_set_new(object, "result",
                        json_string(result != NULL ? result : "unable"));
    json_object_set_new(object, "why", rdl_json_text(*why));
    finding_take(object, "threads", shown, "threads");
    finding_take(object, "steps_shown", shown, "steps");
    finding_take(object, "stacks", shown, "stacks");
    json_object_set_new(
        object, "left_out",
        json_integer(json_integer_value(json_object_get(shown, "left_out"))));
    json_object_set_new(
        object, "made",
        rdl_json_text(json_string_value(json_object_get(shown, "made"))));
    json_object_set_new(
        object, "output",
        rdl_json_text(json_string_value(json_object_get(shown, "output"))));
    rdl_sources_newer(sources, json_object_get(shown, "newer"));
    rdl_sources_add(sources, json_object_get(shown, "files"));
    json_decref(shown);
    free(f.schedule);
    free(quoted);
    free(command);
    return object;
}
