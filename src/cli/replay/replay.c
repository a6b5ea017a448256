/* replay.c - raddle replay: repeats a recorded execution and says whether it
 * is still the same. */
#include "cli/cli.h"

#include "base/text.h"
#include "base/time.h"
#include "exec/interrupt.h"
#include "exec/isolation_fallback.h"
#include "schedule/replay.h"
#include "exec/stack_limit.h"
#include "exec/reaper.h"
#include "cli/replay/recorded.h"
#include "cli/replay/gdb.h"
#include "cli/replay/options.h"
#include "cli/session.h"
#include "cli/replay/show.h"
#include "cli/replay/show_json.h"
#include "util/die.h"
#include "report/explanation/text.h"
#include "report/finding/text.h"
#include "report/formats/json.h"
#include "report/table/table.h"
#include "util/wrap.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct replay { /* of one schedule */
    const struct rdl_replay_options *options;
    struct rdl_recorded recorded;
    struct rdl_show show;
    struct rdl_worker worker;
    uint64_t begin_ns;
    uint64_t done, reproduced;
    char expected[512], came[512]; /* of a divergence */
    char why[2048]; /* it did not fail as recorded, in a sentence; "" */
};

static const struct {
    const char *name; /* in JSON */
    enum rdl_exit code;
} results[] = {
    [RDL_RERUN_SAME] = { "same", RDL_EXIT_FINDINGS },
    [RDL_RERUN_PASSED] = { "passed", RDL_EXIT_CLEAN },
    [RDL_RERUN_OTHER] = { "other-failure", RDL_EXIT_DIVERGED },
    [RDL_RERUN_DIVERGED] = { "diverged", RDL_EXIT_DIVERGED },
    [RDL_RERUN_UNABLE] = { "unable", RDL_EXIT_NOTHING },
    [RDL_RERUN_INTERRUPTED] = { "interrupted", RDL_EXIT_NOTHING },
};

/* --- Telling -------------------------------------------------------------- */

static void replay_expected(struct replay *r, const struct rdl_divergence *d)
{
    const struct rdl_schedule *s = &r->recorded.schedule;
    const struct rdl_site *site;
    const char *op, *order;
    char tid[32] = "";

    if (d->expected_tid != RDL_NO_TID)
        snprintf(tid, sizeof(tid), "thread %u, ", d->expected_tid);
    if (d->expected >= s->n_sites) {
        snprintf(r->expected, sizeof(r->expected), "the end");
        return;
    }
    site = &s->sites[d->expected];
    op = rdl_op_name((enum rdl_op)site->op);
    order = rdl_order_suffix((enum rdl_order)site->order);
    if (s->places[d->expected] != NULL)
        snprintf(r->expected, sizeof(r->expected), "%s%s%s at %s", tid, op,
                 order, s->places[d->expected]);
    else if (site->module != UINT32_MAX)
        snprintf(r->expected, sizeof(r->expected), "%s%s%s at %s+0x%" PRIx64,
                 tid, op, order,
                 rdl_text_base_name(s->modules[site->module].path),
                 site->offset);
    else
        snprintf(r->expected, sizeof(r->expected), "%s%s%s", tid, op, order);
}

static void replay_came(struct replay *r, const struct rdl_divergence *d)
{
    char tid[32] = "", place[256];

    if (d->came == UINT64_MAX || !rdl_step_sound(d->came)) {
        snprintf(r->came, sizeof(r->came), "%s",
                 d->expected == UINT64_MAX ? "more steps" : "nothing");
        return;
    }
    if (d->came_tid != RDL_NO_TID)
        snprintf(tid, sizeof(tid), "thread %u, ", d->came_tid);
    rdl_show_place(&r->show, r->worker.memory.shared, rdl_step_pc(d->came),
                   place, sizeof(place));
    snprintf(r->came, sizeof(r->came), "%s%s%s%s%s", tid,
             rdl_op_name(rdl_step_op(d->came)),
             rdl_order_suffix(rdl_step_order(d->came)),
             place[0] != '\0' ? " at " : "", place);
}

static void replay_diverged(struct replay *r)
{
    struct rdl_divergence *d = &r->worker.memory.shared->outcome.divergence;
    int n;

    if (d->why[0] == '\0')
        strcpy(d->why, "it did not end as recorded");
    replay_expected(r, d);
    replay_came(r, d);
    n = snprintf(r->why, sizeof(r->why), "diverged at step %llu of %zu: %s",
                 (unsigned long long)d->step, r->recorded.schedule.n_steps,
                 d->why);
    fprintf(r->show.out, "%s\n", r->why);
    if (d->expected_hash != d->came_hash)
        return;
    fprintf(r->show.out, "  expected: %s\n  came:     %s\n", r->expected,
            r->came);
    snprintf(r->why + n, sizeof(r->why) - (size_t)n, "; expected: %s; came: %s",
             r->expected, r->came);
}

static void replay_other(struct replay *r)
{
    const struct rdl_schedule *s = &r->recorded.schedule;
    const struct rdl_shared *shared = r->worker.memory.shared;
    char text[1024];
    int n =
        snprintf(r->why, sizeof(r->why),
                 "another failure than the recorded %.31s (%.512s):", s->kind,
                 s->location);

    fprintf(r->show.out, "%s\n", r->why);
    rdl_show_finding(&r->show, &r->worker);
    snprintf(r->why + n, sizeof(r->why) - (size_t)n, " %s",
             rdl_finding_headline(rdl_show_symbols(&r->show, shared),
                                  &shared->finding, text, sizeof(text)));
}

static void replay_unable(struct replay *r)
{
    const struct rdl_shared *shared = r->worker.memory.shared;
    char *limited = rdl_stack_limit_text();
    const char *advice = limited != NULL ? limited : "see raddle doctor";

    if (shared->n_notes > 0)
        advice = shared->notes[shared->n_notes - 1].text;
    snprintf(r->why, sizeof(r->why), "%.1024s cannot be run under control: %s",
             r->recorded.schedule.program, advice);
    free(limited);
    rdl_warn("%s", r->why);
}

static void replay_tell(struct replay *r, enum rdl_replay result)
{
    const struct rdl_schedule *s = &r->recorded.schedule;
    const struct rdl_shared *shared = r->worker.memory.shared;

    switch (result) {
    case RDL_RERUN_SAME:
        break;
    case RDL_RERUN_PASSED:
        snprintf(r->why, sizeof(r->why),
                 "the program passes now: all %zu steps as recorded, then exit "
                 "status %d",
                 s->n_steps, shared->outcome.exit_status);
        fprintf(r->show.out, "%s\n", r->why);
        break;
    case RDL_RERUN_OTHER:
        replay_other(r);
        break;
    case RDL_RERUN_DIVERGED:
        replay_diverged(r);
        break;
    case RDL_RERUN_UNABLE:
        replay_unable(r);
        break;
    case RDL_RERUN_INTERRUPTED:
        strcpy(r->why, "interrupted");
        rdl_warn("%s", r->why);
        break;
    }
}

static bool replay_json(const struct replay *r, FILE *out,
                        enum rdl_replay result)
{
    const struct rdl_outcome *o = &r->worker.memory.shared->outcome;
    const struct rdl_json_replay json = {
        .schedule = r->recorded.file,
        .program = r->recorded.schedule.program,
        .result = results[result].name,
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
        .exit_status = results[result].code,
        .diverged = result == RDL_RERUN_DIVERGED,
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

static bool replay_table_json(struct replay *r, FILE *out,
                              enum rdl_replay result)
{
    const struct rdl_shown shown = {
        .file = r->recorded.file,
        .schedule = &r->recorded.schedule,
        .result = results[result].name,
        .exit_status = results[result].code,
        .most = r->options->most_steps != 0 ? r->options->most_steps : SIZE_MAX,
        .why = r->why,
    };
    json_t *object;
    bool good;

    rdl_interrupt_at_once(true); /* a million steps take a while */
    object = rdl_show_json(&r->show, &r->worker, &shown);
    rdl_interrupt_at_once(!replay_to_file(out)); /* none is half written */
    good = rdl_json_write(out, object);
    rdl_interrupt_at_once(false);
    return good;
}

/* --- Running -------------------------------------------------------------- */

/* True: another isolation is used from now on. */
static bool replay_fall(struct replay *r, const struct rdl_step_down *down)
{
    char text[256], place[256];

    if (down->to == NULL)
        return false;
    rdl_show_place(&r->show, r->worker.memory.shared, down->pc, place,
                   sizeof(place));
    snprintf(text, sizeof(text), "isolation is %s from now on: %s",
             down->to->name, down->why);
    rdl_show_note(&r->show, text, place);
    rdl_worker_isolate(&r->worker, down->to);
    return true;
}

static void replay_table(struct replay *r)
{
    const struct rdl_shared *shared = r->worker.memory.shared;
    const struct rdl_table_about about = {
        .why = r->recorded.schedule.why,
        .shrunk = r->recorded.schedule.shrunk_from != NULL,
    };
    char text[RDL_EXPLANATION_TEXT];

    rdl_interrupt_at_once(true); /* a million steps take a while */
    rdl_finding_print_head(r->show.out, rdl_show_symbols(&r->show, shared),
                           &shared->finding, r->show.colour);
    if (r->recorded.schedule.why != NULL) {
        fputc('\n', r->show.out);
        rdl_wrap_to(
            r->show.out, rdl_table_width(r->show.out), 0, 2,
            rdl_explanation_text(r->recorded.schedule.why, text, sizeof(text)));
    }
    rdl_show_table(&r->show, rdl_show_trace(&r->show, r->worker.memory.shared),
                   &about, r->options->full,
                   /*ends=*/NULL);
    rdl_show_unquoted(&r->show);
    fflush(r->show.out);
    rdl_interrupt_at_once(false);
}

/* Stops at the first that is not as recorded.  The first is watched, from which
 * memory has its names: that one is told of. */
static enum rdl_replay replay_run(struct replay *r)
{
    struct rdl_replay_setup options = {
        .engine = r->options->engine,
        .flags = RDL_CFG_WATCH,
    };
    enum rdl_replay result;
    struct rdl_step_down down;
    struct rdl_config config;
    struct rdl_run_result ran;

    if (!rdl_replay_config(&r->worker, &r->recorded.schedule, &options,
                           &config))
        return RDL_RERUN_INTERRUPTED;
    down = rdl_isolation_fallback_begin(&r->worker.options, &config);
    replay_fall(r, &down);
    do {
        result = rdl_replay(&r->worker, &r->recorded.schedule, &options, &ran);
        down = rdl_isolation_fallback_look(&r->worker, &ran);
        if (replay_fall(r, &down) && result == RDL_RERUN_UNABLE)
            result =
                rdl_replay(&r->worker, &r->recorded.schedule, &options, &ran);
        r->done++;
        r->reproduced += result == RDL_RERUN_SAME;
        if (r->options->table && result == RDL_RERUN_SAME) {
            if (!r->options->quiet)
                replay_table(r);
        } else if (r->done == 1 && !r->options->quiet) {
            rdl_show_output(&r->show, &r->worker, RDL_CAPTURE_KEPT);
            if (result == RDL_RERUN_SAME)
                rdl_show_finding(&r->show, &r->worker);
        }
        options.flags = 0;
    } while (result == RDL_RERUN_SAME && r->done < r->options->times);
    return result;
}

/* The schedule is loaded. */
static enum rdl_replay replay_one(struct replay *r, const char *runtime,
                                  FILE *json)
{
    const struct rdl_replay_options *o = r->options;
    struct rdl_stdin input;
    struct rdl_error error;
    enum rdl_replay result;

    rdl_show_make(&r->show, json == stdout);
    rdl_recorded_enter(&r->recorded, o->program, &input);
    if (o->timeout_ns != 0)
        r->recorded.schedule.config.timeout_ms = rdl_time_out_ms(o->timeout_ns);

    const struct rdl_worker_options worker = {
        .coverage = -1,
        .path = r->recorded.program.path,
        .argv = r->recorded.argv,
        .runtime = runtime,
        .isolation = o->gdb ? rdl_isolation_find("exec") : o->isolation,
        .max_steps = r->recorded.schedule.n_steps,
    };

    if (!rdl_worker_make(&r->worker, &worker, &input, &error))
        rdl_die_error(&error);
    r->begin_ns = rdl_time_ns();
    if (o->gdb)
        result = rdl_replay_gdb(&r->worker, &r->recorded.schedule, o);
    else
        result = replay_run(r);
    if (rdl_error_is_set(&r->worker.error))
        rdl_die_error(&r->worker.error);
    replay_tell(r, result);
    if (r->reproduced > 0 && !o->table)
        fprintf(r->show.out, "reproduced %llu of %llu times: %s at %s\n",
                (unsigned long long)r->reproduced, (unsigned long long)r->done,
                r->recorded.schedule.kind, r->recorded.schedule.location);
    if (json != NULL)
        rdl_session_json_end(json, o->json,
                             o->table ? replay_table_json(r, json, result)
                                      : replay_json(r, json, result));
    rdl_worker_free(&r->worker);
    rdl_show_free(&r->show);
    rdl_recorded_leave(&r->recorded);
    return result;
}

/* Of several results, the one that the exit status tells. */
static enum rdl_replay replay_worse(enum rdl_replay a, enum rdl_replay b)
{
    static const int weight[] = {
        [RDL_RERUN_PASSED] = 0,   [RDL_RERUN_SAME] = 1,
        [RDL_RERUN_UNABLE] = 2,   [RDL_RERUN_OTHER] = 3,
        [RDL_RERUN_DIVERGED] = 3, [RDL_RERUN_INTERRUPTED] = 4,
    };

    return weight[a] >= weight[b] ? a : b;
}

/* Each runs where it was recorded; names of files are from here. */
static enum rdl_replay replay_each(struct replay *r, size_t n,
                                   const char *runtime, FILE *json)
{
    int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum rdl_replay all = RDL_RERUN_PASSED;

    for (size_t i = 0; i < n && all != RDL_RERUN_INTERRUPTED; i++) {
        if (i > 0 && here >= 0 && fchdir(here) != 0)
            rdl_die_errno(RDL_EXIT_USAGE, "cannot go back to the directory");
        if (n > 1) {
            printf("%s%s:\n", i > 0 ? "\n" : "", r[i].recorded.file);
            fflush(stdout);
        }
        all = replay_worse(all, replay_one(&r[i], runtime, json));
    }
    if (here >= 0)
        close(here);
    return all;
}

int rdl_replay_files(struct rdl_replay_options *o)
{
    struct replay *all;
    enum rdl_replay result;
    char *runtime;
    FILE *json;

    all = rdl_alloc(o->n_files * sizeof(*all));
    for (size_t i = 0; i < o->n_files; i++) {
        all[i] = (struct replay){ .options = o };
        rdl_recorded_load(&all[i].recorded, o->files[i]);
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
    return results[result].code;
}

int rdl_cmd_replay(int argc, char **argv)
{
    struct rdl_replay_options o;

    rdl_replay_options_parse(&o, argc, argv);
    return rdl_replay_files(&o);
}
