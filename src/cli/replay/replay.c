/* replay.c - raddle replay: repeats a recorded execution and reports whether it
 * is still the same. */
#include "cli/cli.h"

#include "base/time.h"
#include "exec/interrupt.h"
#include "cli/replay/gdb.h"
#include "cli/replay/options.h"
#include "cli/replay/run.h"
#include "cli/replay/show.h"
#include "cli/session.h"
#include "util/clean_print.h"
#include "util/die.h"
#include "report/explanation/text.h"
#include "report/finding/text.h"
#include "schedule/findings.h"
#include "symbols/files/imports.h"
#include "report/formats/json.h"
#include "report/table/table.h"
#include "util/wrap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- Telling -------------------------------------------------------------- */

static void replay_note(void *data, const char *text)
{
    const struct rdl_replay_run *r = data;

    fflush(r->show.out);
    rdl_clean_line(stderr, "raddle: note: %s", text);
}

/* Without getenv, so that raddle does not know which variables matter. */
static bool replay_reads_environment(const struct rdl_replay_run *r)
{
    const char *program = r->options->program != NULL
                              ? r->options->program
                              : r->recorded.schedule.program;

    return rdl_imports_variable(program, "environ") ||
           rdl_imports_variable(program, "__environ");
}

static void replay_tell(struct rdl_replay_run *r, enum rdl_replay result)
{
    const struct rdl_divergence *d =
        &r->worker.memory.shared->outcome.divergence;
    FILE *out = r->show.out;

    switch (result) {
    case RDL_REPLAY_SAME:
        break;
    case RDL_REPLAY_PASSED:
        rdl_clean_line(out, "%s", r->why);
        break;
    case RDL_REPLAY_OTHER:
        rdl_clean_line(out, "another failure than the recorded %s (%s):",
                       r->recorded.schedule.kind,
                       r->recorded.schedule.location);
        rdl_show_finding(&r->show, &r->worker);
        break;
    case RDL_REPLAY_DIVERGED:
        rdl_clean_line(out, "diverged at step %llu of %zu: %s",
                       (unsigned long long)d->step,
                       r->recorded.schedule.n_steps, d->why);
        if (d->expected_hash == d->came_hash) {
            rdl_clean_line(out, "  expected: %s", r->expected);
            rdl_clean_line(out, "  came:     %s", r->came);
        }
        if (replay_reads_environment(r))
            rdl_clean_line(out, "the program uses `environ` itself: replay it "
                                "in the same environment as in the test");
        break;
    case RDL_REPLAY_UNABLE:
    case RDL_REPLAY_INTERRUPTED:
        rdl_warn("%s", r->why);
        break;
    }
}

static bool replay_json(const struct rdl_replay_run *r, FILE *out,
                        enum rdl_replay result)
{
    const struct rdl_outcome *o = &r->worker.memory.shared->outcome;
    const struct rdl_json_replay json = {
        .schedule = r->recorded.file,
        .program = r->recorded.schedule.program,
        .result = rdl_replay_run_name(result),
        .kind = r->recorded.schedule.kind,
        .location = r->recorded.schedule.location,
        .text = r->recorded.schedule.text,
        .times = r->done,
        .reproduced = r->reproduced,
        .steps = r->recorded.schedule.n_steps,
        .engine = r->options->engine != NULL
                      ? r->options->engine
                      : r->recorded.schedule.config.engine,
        .isolation = r->worker.options.isolation->name,
        .seconds = (double)(rdl_time_ns() - r->begin_ns) / 1e9,
        .exit_status = rdl_replay_run_code(result),
        .diverged = result == RDL_REPLAY_DIVERGED,
        .step = o->divergence.step,
        .why = o->divergence.why,
        .expected = r->expected,
        .came = r->came,
    };

    return rdl_json_replay(out, &json);
}

static bool replay_to_file(FILE *out)
{
    struct stat st;

    return fstat(fileno(out), &st) == 0 && S_ISREG(st.st_mode);
}

static bool replay_table_json(struct rdl_replay_run *r, FILE *out,
                              enum rdl_replay result)
{
    json_t *object;
    bool good;

    rdl_interrupt_at_once(true); /* a million steps take a while */
    object = rdl_replay_run_json(r, result);
    /* So that no file is half written. */
    rdl_interrupt_at_once(!replay_to_file(out));
    good = rdl_json_write(out, object);
    rdl_interrupt_at_once(false);
    return good;
}

static void replay_table(struct rdl_replay_run *r)
{
    const struct rdl_shared *shared = r->worker.memory.shared;
    const struct rdl_table_about about = {
        .why = r->recorded.schedule.why,
        .shrunk = r->recorded.schedule.shrunk_from != NULL,
        .schedule = r->recorded.file,
    };
    char text[RDL_EXPLANATION_TEXT];

    rdl_interrupt_at_once(true); /* a million steps take a while */
    rdl_finding_print_head(r->show.out, rdl_show_symbols(&r->show, shared),
                           rdl_show_found(&r->show, shared), r->show.colour);
    if (rdl_schedule_threadless(&r->recorded.schedule))
        fputs("\n" RDL_FINDING_THREADLESS "\n", r->show.out);
    if (r->recorded.schedule.why != NULL) {
        fputc('\n', r->show.out);
        rdl_wrap_to(
            r->show.out, rdl_show_prose(&r->show), 0, 2,
            rdl_explanation_text(r->recorded.schedule.why, text, sizeof(text)));
    }
    rdl_show_table(&r->show, rdl_show_trace(&r->show, r->worker.memory.shared),
                   &about, /*ends=*/NULL);
    rdl_show_unquoted(&r->show);
    fflush(r->show.out);
    rdl_interrupt_at_once(false);
}

/* --- Running -------------------------------------------------------------- */

/* Stops at the first replay that differs from the recording.  The user sees the
 * first one. */
static enum rdl_replay replay_run(struct rdl_replay_run *r)
{
    const struct rdl_replay_options *o = r->options;
    enum rdl_replay result;

    do {
        result = rdl_replay_run_once(r);
        if (o->quiet || rdl_error_is_set(&r->worker.error))
            continue;
        if (o->table && result == RDL_REPLAY_SAME) {
            replay_table(r);
        } else if (r->done == 1) {
            rdl_show_output(&r->show, &r->worker, RDL_CAPTURE_KEPT);
            if (result == RDL_REPLAY_SAME)
                rdl_show_finding(&r->show, &r->worker);
        }
    } while (result == RDL_REPLAY_SAME && r->done < o->times);
    return result;
}

/* Call it with the schedule loaded. */
static enum rdl_replay replay_one(struct rdl_replay_run *r, const char *runtime,
                                  FILE *json)
{
    const struct rdl_replay_options *o = r->options;
    struct rdl_error error;
    enum rdl_replay result;

    rdl_show_make(&r->show, json == stdout);
    r->show.width = o->width;
    r->show.full = o->full;
    r->notes = (struct rdl_note_sink){ .add = replay_note, .data = r };
    if (!rdl_replay_run_begin(r, runtime, rdl_session_input, &error))
        rdl_die_error(&error);
    result = o->gdb ? rdl_replay_gdb(&r->worker, &r->recorded.schedule, o)
                    : replay_run(r);
    if (rdl_error_is_set(&r->worker.error))
        rdl_die_error(&r->worker.error);
    rdl_replay_run_describe(r, result);
    replay_tell(r, result);
    if (r->reproduced > 0 && !o->table)
        rdl_clean_line(r->show.out, "reproduced %llu of %llu times: %s at %s",
                       (unsigned long long)r->reproduced,
                       (unsigned long long)r->done, r->recorded.schedule.kind,
                       r->recorded.schedule.location);
    if (json != NULL)
        rdl_session_json_end(json, o->json,
                             o->table ? replay_table_json(r, json, result)
                                      : replay_json(r, json, result));
    rdl_replay_run_end(r);
    return result;
}

/* Of several results, the one for the exit status. */
static enum rdl_replay replay_worse(enum rdl_replay a, enum rdl_replay b)
{
    static const int weight[] = {
        [RDL_REPLAY_PASSED] = 0,   [RDL_REPLAY_SAME] = 1,
        [RDL_REPLAY_UNABLE] = 2,   [RDL_REPLAY_OTHER] = 3,
        [RDL_REPLAY_DIVERGED] = 3, [RDL_REPLAY_INTERRUPTED] = 4,
    };

    return weight[a] >= weight[b] ? a : b;
}

static enum rdl_replay replay_each(struct rdl_replay_run *r, size_t n,
                                   const char *runtime, FILE *json)
{
    enum rdl_replay all = RDL_REPLAY_PASSED;

    for (size_t i = 0; i < n && all != RDL_REPLAY_INTERRUPTED; i++) {
        if (n > 1) {
            fputs(i > 0 ? "\n" : "", stdout);
            rdl_clean_line(stdout, "%s:", r[i].recorded.file);
            fflush(stdout);
        }
        all = replay_worse(all, replay_one(&r[i], runtime, json));
    }
    return all;
}

int rdl_replay_files(struct rdl_replay_options *o)
{
    struct rdl_replay_run *all = rdl_alloc(o->n_files * sizeof(*all));
    struct rdl_error error;
    enum rdl_replay result;
    char *runtime;
    FILE *json;

    for (size_t i = 0; i < o->n_files; i++) {
        all[i] = (struct rdl_replay_run){ .options = o };
        if (!rdl_recorded_load(&all[i].recorded, o->files[i], &error))
            rdl_die_error(&error);
    }
    runtime = rdl_session_runtime();
    for (size_t i = 0; i < o->n_files; i++)
        rdl_session_apart("--json", o->json, "the schedule", o->files[i]);
    json = rdl_session_json(o->json);
    rdl_session_begin();
    result = replay_each(all, o->n_files, runtime, json);
    for (size_t i = 0; i < o->n_files; i++)
        rdl_recorded_free(&all[i].recorded);
    free(all);
    free(runtime);
    free(o->files);
    free(o->gdb_commands);
    return rdl_replay_run_code(result);
}

int rdl_cmd_replay(int argc, char **argv)
{
    struct rdl_replay_options o;

    rdl_replay_options_parse(&o, argc, argv);
    return rdl_replay_files(&o);
}
