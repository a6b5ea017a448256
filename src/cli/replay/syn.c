/* syn.c - raddle syn: a recorded execution as a SYN-sequence, and prefix-based
 * replay of its race variants. */
#include "cli/cli.h"

#include "base/text.h"
#include "cli/options.h"
#include "cli/replay/run.h"
#include "cli/replay/syn_print.h"
#include "cli/session.h"
#include "minimize/plan.h"
#include "report/finding/text.h"
#include "report/formats/json.h"
#include "schedule/capture.h"
#include "syn/prefix.h"
#include "trace/numbers.h"
#include "util/alloc.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 1000000

struct syn {
    const char *json, *out, *program;
    uint64_t run;     /* variant; 0: none */
    char **arguments; /* the schedule; or a program and its arguments */
    struct rdl_recorded recorded;
    struct rdl_worker worker;
    struct rdl_show show;
    struct rdl_config config; /* of the executions that are not replays */
    const char *name;         /* of the program, as typed */
    bool recorded_file;       /* the argument is a schedule */
    /* The execution that is shown. */
    const struct rdl_schedule *schedule; /* `made`, or the recorded one */
    struct rdl_schedule made;
    struct rdl_trace trace;
    struct rdl_syn syn;
    bool followed; /* the variant's prefix came as it says */
};

enum { OPT_RUN = 256, OPT_PROGRAM };

static const struct argp_option options[] = {
    { "run", OPT_RUN, "N", 0,
      "run race variant N: follow its prefix, go on freely, show what came",
      1 },
    { "out", 'o', "FILE", 0, "write the execution that is shown as a schedule",
      1 },
    { "program", OPT_PROGRAM, "FILE", 0, "the program, if it has moved", 1 },
    RDL_OPTION_JSON_ROW(2),
    { 0 },
};

static error_t syn_parse(int key, char *arg, struct argp_state *state)
{
    struct syn *s = state->input;

    switch (key) {
    case OPT_RUN:
        s->run = rdl_option_count(state, "--run", arg, 1, INT64_MAX);
        return 0;
    case 'o':
        s->out = arg;
        return 0;
    case OPT_PROGRAM:
        s->program = arg;
        return 0;
    case RDL_OPTION_JSON:
        s->json = arg;
        return 0;
    case ARGP_KEY_ARGS:
        s->arguments = state->argv + state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        rdl_option_missing(state,
                           "which schedule, or which program? (raddle "
                           "syn FILE)",
                           s->json);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --- Where executions come from ------------------------------------------- */

static bool syn_is_schedule(const char *path)
{
    char head[sizeof(RDL_SCHEDULE_MAGIC) - 1];
    const size_t length = strlen(path), suffix = strlen(".schedule");
    FILE *f = fopen(path, "r");
    const bool is = f != NULL && fread(head, sizeof(head), 1, f) == 1 &&
                    memcmp(head, RDL_SCHEDULE_MAGIC, sizeof(head)) == 0;

    /* If it is not there, raddle says which of the two it cannot find. */
    if (f == NULL)
        return length > suffix &&
               strcmp(path + length - suffix, ".schedule") == 0;
    fclose(f);
    return is;
}

static void syn_from_schedule(struct syn *s, const char *runtime)
{
    const struct rdl_recorded_how how = {
        .program = s->program,
        .renamed = true,
        .input = rdl_session_input,
        .notes = rdl_session_notes,
    };
    struct rdl_worker_options worker;
    struct rdl_stdin input;
    struct rdl_error error;

    if (s->arguments[1] != NULL)
        rdl_die(RDL_EXIT_USAGE, "one schedule at a time; '%s' is one too many",
                s->arguments[1]);
    if (!rdl_recorded_load(&s->recorded, s->arguments[0], &error) ||
        !rdl_recorded_prepare(&s->recorded, &how, &input, &error))
        rdl_die_error(&error);
    s->name = s->recorded.schedule.program;
    s->config = s->recorded.schedule.config;
    worker = rdl_recorded_worker(&s->recorded, runtime);
    worker.isolation = rdl_isolation_at(RDL_ISOLATION_FORK);
    worker.max_steps = s->config.max_steps > s->recorded.schedule.n_steps
                           ? s->config.max_steps
                           : s->recorded.schedule.n_steps;
    if (!rdl_worker_make(&s->worker, &worker, &input, &error))
        rdl_die_error(&error);
}

static void syn_from_program(struct syn *s, const char *runtime)
{
    struct rdl_worker_options worker = {
        .argv = s->arguments,
        .runtime = runtime,
        .isolation = rdl_isolation_at(RDL_ISOLATION_FORK),
        .max_steps = MOST_STEPS,
        .coverage = -1,
    };
    struct rdl_stdin input;
    struct rdl_error error;

    rdl_session_program(s->arguments[0], &s->recorded.program);
    s->name = s->arguments[0];
    worker.path = s->recorded.program.path;
    s->config = (struct rdl_config){
        .seed = 1,
        .max_steps = MOST_STEPS,
        .depth = 3,
        .timeout_ms = 10000,
    };
    rdl_text_copy(s->config.engine, "fiber", sizeof(s->config.engine));
    rdl_session_stdin(&input);
    if (!rdl_worker_make(&s->worker, &worker, &input, &error))
        rdl_die_error(&error);
}

static void syn_place(void *data, uintptr_t pc, char *out, size_t size)
{
    struct syn *s = data;

    rdl_show_place(&s->show, s->worker.memory.shared, pc, out, size);
}

/* Runs the plan, and then freely: a thread runs as long as it can. */
static void syn_execute(struct syn *s, const struct rdl_plan *plan)
{
    const struct rdl_capture_places places = { .find = syn_place, .data = s };
    struct rdl_config config = s->config;
    struct rdl_run_result ran;
    struct rdl_error error;

    config.expected_steps = 1;
    config.batch = 1;
    config.n_plan = 0;
    config.metrics = config.pairs = 0;
    config.flags |= RDL_CFG_NO_LEARN;
    config.flags &= ~(uint32_t)(RDL_CFG_OBSERVE | RDL_CFG_PATIENT);
    rdl_text_copy(config.strategy, "script", sizeof(config.strategy));
    rdl_text_copy(config.tracker, "auto", sizeof(config.tracker));
    rdl_plan_give(plan, s->worker.memory.shared);
    rdl_worker_run(&s->worker, &config, &ran);
    if (rdl_error_is_set(&s->worker.error))
        rdl_die_error(&s->worker.error);
    if (ran.interrupted)
        rdl_die(RDL_EXIT_NOTHING, "interrupted");
    if (ran.state != RDL_FOUND && ran.state != RDL_EXITED)
        rdl_die(RDL_EXIT_NOTHING,
                "the execution of %s did not come to its end (raddle test %s "
                "says more)",
                s->name, s->name);
    rdl_schedule_free(&s->made);
    if (!rdl_capture_take(&s->worker, s->name, &config, &places, &s->made,
                          &error))
        rdl_die_error(&error);
    if (s->recorded.directory != NULL) {
        free(s->made.directory);
        s->made.directory = rdl_strdup(s->recorded.directory);
    }
    s->schedule = &s->made;
}

/* Replays the schedule and records what it does. */
static void syn_observe(struct syn *s)
{
    const struct rdl_replay_setup setup = { .flags = RDL_CFG_TRACE };
    struct rdl_run_result ran;
    enum rdl_replay result;

    result = rdl_replay(&s->worker, s->schedule, &setup, &ran);
    if (rdl_error_is_set(&s->worker.error))
        rdl_die_error(&s->worker.error);
    if (result != RDL_REPLAY_SAME && result != RDL_REPLAY_PASSED)
        rdl_die(rdl_replay_run_code(result),
                "the execution does not come again (%s): raddle replay says "
                "where it differs",
                rdl_replay_run_name(result));
    if (!rdl_trace_take(&s->trace, s->worker.memory.shared))
        rdl_die(RDL_EXIT_NOTHING, "the execution of %s has no steps", s->name);
    rdl_trace_number(&s->trace);
    rdl_syn_make(&s->syn, &s->trace);
}

static void syn_forget(struct syn *s)
{
    rdl_syn_free(&s->syn);
    rdl_trace_free(&s->trace);
}

/* --- Race variants -------------------------------------------------------- */

/* A segment for each event: its thread runs up to it. */
static struct rdl_plan syn_plan(const struct rdl_syn *s,
                                const struct rdl_syn_variant *v)
{
    struct rdl_plan plan = {
        .segments = rdl_alloc((v->n + 1) * sizeof(*plan.segments)),
        .choices = rdl_alloc(sizeof(*plan.choices)),
    };

    for (size_t i = 0; i < v->n; i++) {
        const struct rdl_syn_event *e = &s->events[v->events[i]];
        struct rdl_script_segment *last =
            plan.n_segments > 0 ? &plan.segments[plan.n_segments - 1] : NULL;

        if (last == NULL || last->tid != e->tid) {
            if (last != NULL)
                last->to = e->tid;
            last = &plan.segments[plan.n_segments++];
            *last = (struct rdl_script_segment){ .tid = e->tid,
                                                 .to = RDL_NO_TID,
                                                 .end = RDL_SCRIPT_SWITCH };
        }
        last->until = e->own;
    }
    plan.segments[plan.n_segments - 1].end = RDL_SCRIPT_GO_ON;
    return plan;
}

/* Slots of threads are numbers in the order of creation here. */
static void syn_check_slots(const struct syn *s)
{
    for (size_t i = 0; i < s->trace.n_steps; i++) {
        RDL_TRACE_EXTRAS_OF(&s->trace, i, x)
        {
            if (x->kind == RDL_EXTRA_CREATE &&
                x->created.tid >= s->worker.memory.shared->outcome.threads)
                rdl_die(RDL_EXIT_NOTHING,
                        "variants of executions in which a thread takes the "
                        "place of an earlier one cannot be run");
        }
    }
}

static void syn_run(struct syn *s)
{
    const struct rdl_syn_variant *v;
    struct rdl_syn_prefix prefix;
    struct rdl_plan plan;

    if (s->syn.unknown != NULL)
        rdl_die(RDL_EXIT_NOTHING, "race variants are not known: %s%s%s",
                s->syn.unknown, s->syn.operation != NULL ? ": " : "",
                s->syn.operation != NULL ? s->syn.operation : "");
    if (s->run > s->syn.n_variants)
        rdl_die(RDL_EXIT_USAGE,
                "--run %llu: the execution has %zu race "
                "variants",
                (unsigned long long)s->run, s->syn.n_variants);
    syn_check_slots(s);
    v = &s->syn.variants[s->run - 1];
    rdl_syn_prefix_make(&prefix, &s->syn, &s->trace, v);
    plan = syn_plan(&s->syn, v);
    syn_forget(s);
    syn_execute(s, &plan);
    syn_observe(s);
    rdl_plan_free(&plan);
    s->followed = rdl_syn_prefix_came(&prefix, &s->trace);
    rdl_syn_prefix_free(&prefix);
}

/* --- The command ---------------------------------------------------------- */

static bool syn_fails(const struct syn *s)
{
    return s->trace.finding->kind[0] != '\0';
}

static bool syn_json(struct syn *s, FILE *out, struct rdl_symbols *symbols)
{
    json_t *object = json_pack(
        "{ss so so so so}", "command", "syn", "schedule",
        rdl_json_text(s->recorded_file ? s->arguments[0] : NULL), "program",
        rdl_json_text(s->name), "finding",
        rdl_json_text(syn_fails(s) ? s->trace.finding->kind : NULL), "ran",
        s->run == 0 ? json_null()
                    : json_pack("{sI sb}", "variant", (json_int_t)s->run,
                                "followed", s->followed));

    rdl_syn_json(object, &s->syn, &s->trace, symbols);
    return rdl_json_write(out, object);
}

static void syn_print(struct syn *s, struct rdl_symbols *symbols)
{
    FILE *out = s->show.out;
    char text[1024];

    fprintf(out, "%s: ", s->name);
    if (s->run > 0)
        fprintf(out, "race variant %llu%s, ", (unsigned long long)s->run,
                s->followed ? "" : " (not followed to its end)");
    fprintf(out, "%zu events, ", s->syn.n);
    if (syn_fails(s))
        fprintf(out, "fails: %s\n",
                rdl_finding_headline(symbols, s->trace.finding, text,
                                     sizeof(text)));
    else
        fputs("passes\n", out);
    rdl_syn_print(out, &s->syn, &s->trace, symbols);
}

static void syn_save(const struct syn *s)
{
    int error;

    if (s->out == NULL)
        return;
    error = rdl_schedule_save(s->schedule, s->out);
    if (error != 0)
        rdl_die(RDL_EXIT_USAGE, "cannot write %s: %s", s->out,
                strerror(-error));
}

int rdl_cmd_syn(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = syn_parse,
        .args_doc = "FILE\nPROGRAM [ARGUMENTS...]",
        .doc = "Shows a recorded execution (FILE, a schedule), or one free "
               "execution of PROGRAM, as a SYN-sequence: the events R(U, V, L, "
               "C, T) and W(U, V, L, C) of each thread, what each comes after, "
               "and the race variants.\v"
               "U: variable or lock, V: its version, L: place, C: value, T: "
               "not known ('-').  Exit status 0, also if the execution fails; "
               "3: it cannot be run; 4: the recorded execution does not come "
               "again, or a prefix could not be followed.",
    };
    const struct rdl_plan nothing = { .n_segments = 0 };
    struct syn s = { .followed = true };
    struct rdl_symbols *symbols;
    char *runtime;
    FILE *json;
    int code;

    rdl_options_name(argv, "raddle syn");
    rdl_options_parse(&argp, argc, argv, ARGP_IN_ORDER, &s);
    s.recorded_file = syn_is_schedule(s.arguments[0]);
    runtime = rdl_session_runtime();
    rdl_session_apart("--json", s.json, "the schedule", s.arguments[0]);
    rdl_session_apart("--json", s.json, "--out", s.out);
    json = rdl_session_json(s.json);
    rdl_session_begin();
    rdl_show_make(&s.show, json == stdout);
    if (s.recorded_file) {
        syn_from_schedule(&s, runtime);
        s.schedule = &s.recorded.schedule;
    } else {
        syn_from_program(&s, runtime);
        syn_execute(&s, &nothing);
    }
    syn_observe(&s);
    if (s.run > 0)
        syn_run(&s);
    syn_save(&s);
    symbols = rdl_show_trace_symbols(&s.show, &s.trace);
    if (json != stdout)
        syn_print(&s, symbols);
    if (json != NULL)
        rdl_session_json_end(json, s.json, syn_json(&s, json, symbols));
    code = s.followed ? RDL_EXIT_CLEAN : RDL_EXIT_DIVERGED;
    syn_forget(&s);
    rdl_worker_free(&s.worker);
    rdl_show_free(&s.show);
    rdl_schedule_free(&s.made);
    rdl_recorded_free(&s.recorded);
    free(runtime);
    return code;
}
