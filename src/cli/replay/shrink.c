/* shrink.c - raddle shrink: the same failure with fewer switches. */
#include "cli/cli.h"
#include "cli/unshrunk.h"

#include "base/text.h"
#include "exec/interrupt.h"
#include "campaign/findings/minimize.h"
#include "exec/reaper.h"
#include "cli/options.h"
#include "schedule/recorded.h"
#include "cli/session.h"
#include "cli/replay/show.h"
#include "util/clean_print.h"
#include "util/die.h"
#include "report/explanation/json.h"
#include "report/explanation/label.h"
#include "report/explanation/text.h"
#include "report/finding/text.h"
#include "report/formats/json.h"
#include "util/wrap.h"

#include <stdlib.h>
#include <unistd.h>

struct options {
    const char *file, *program, *json;
    const struct rdl_isolation *isolation;
    unsigned effort;
    uint64_t time_ns;
    bool check;
};

struct shrink { /* what the lookup of places needs */
    struct rdl_show show;
    struct rdl_worker worker;
};

enum { OPT_ISOLATION = 256, OPT_PROGRAM, OPT_CHECK, OPT_EFFORT, OPT_TIME };

static const struct argp_option options[] = {
    { "isolation", OPT_ISOLATION, "NAME", 0, "rewind (default), fork or exec",
      1 },
    { "effort", OPT_EFFORT, "N", 0,
      "try N times as much as raddle test does (default 1: some thousand "
      "executions, at most 10 s)",
      1 },
    { "time", OPT_TIME, "TIME", 0, "end after TIME (default: 10s times N)", 1 },
    { "check", OPT_CHECK, NULL, 0, "only say whether each preemption is needed",
      1 },
    { "program", OPT_PROGRAM, "FILE", 0, "the program, if it has moved", 1 },
    RDL_OPTION_JSON_ROW(2),
    { 0 },
};

static error_t shrink_parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    const struct rdl_option_common common = {
        .what = "schedule",
        .none = "which schedule? (raddle shrink FILE)",
        .argument = &o->file,
        .json = &o->json,
    };

    switch (key) {
    case OPT_ISOLATION:
        o->isolation = rdl_option_isolation(state, arg);
        return 0;
    case OPT_EFFORT:
        o->effort = (unsigned)rdl_option_count(state, "--effort", arg, 1,
                                               RDL_MAX_EFFORT);
        return 0;
    case OPT_TIME:
        o->time_ns = rdl_option_time(state, "--time", arg);
        return 0;
    case OPT_CHECK:
        o->check = true;
        return 0;
    case OPT_PROGRAM:
        o->program = arg;
        return 0;
    default:
        return rdl_option_common(key, arg, state, &common);
    }
}

static void shrink_place(void *data, uintptr_t pc, char *out, size_t size)
{
    struct shrink *k = data;

    rdl_show_place(&k->show, k->worker.memory.shared, pc, out, size);
}

static void shrink_says(void *data, struct rdl_worker *w,
                        struct rdl_finding_summary *out)
{
    struct shrink *k = data;

    rdl_show_said(&k->show, w, out);
}

static void shrink_label(void *data, struct rdl_shared *shared,
                         struct rdl_explanation *why)
{
    struct shrink *k = data;

    rdl_explanation_label(shared, rdl_show_symbols(&k->show, shared), why);
}

/* How to go on where not all was tried. */
static void shrink_more(const struct options *o, const struct rdl_minimized *s,
                        char *out, size_t size)
{
    if (o->time_ns != 0 && s->seconds * 1e9 >= (double)o->time_ns)
        snprintf(out, size, "; not all was tried (a longer --time goes on)");
    else
        snprintf(out, size, "; not all was tried (--effort %u goes on)",
                 o->effort < RDL_MAX_EFFORT / 10 ? 10 * o->effort
                                                 : RDL_MAX_EFFORT);
}

static void shrink_tell(FILE *out, const struct rdl_recorded *r,
                        const struct options *o, const struct rdl_minimized *s)
{
    char text[96], said[1024], before[64] = "", more[64] = "";
    char why[RDL_EXPLANATION_TEXT];

    if (!s->done) {
        rdl_warn("%s was not shrunk: %s", r->file,
                 rdl_unshrunk_text(&s->unshrunk));
        return;
    }
    if (!s->smaller && s->switches_from > s->switches)
        snprintf(before, sizeof(before), " (it was shrunk before, from %zu)",
                 s->switches_from);
    rdl_clean_line(out, "%s: %s%s%s", r->file,
                   s->smaller ? "" : "no smaller one was found: ",
                   rdl_minimize_text(s->preemptions, s->switches,
                                     s->smaller ? s->switches_from : 0, text,
                                     sizeof(text)),
                   before);
    if (o->effort > 1 && !s->smaller && !s->bounded)
        snprintf(more, sizeof(more), "; nothing is left to try");
    if (!s->minimal)
        shrink_more(o, s, more, sizeof(more));
    fprintf(out, "%zu thread%s, %zu steps; %llu attempt%s in %.2f s%s\n",
            s->threads, s->threads == 1 ? "" : "s", s->steps,
            (unsigned long long)s->attempts, s->attempts == 1 ? "" : "s",
            s->seconds, more);
    if (s->minimal && s->preemptions > 1)
        fputs("no single preemption can be left out\n", out);
    rdl_wrap(
        out, 0, 4,
        rdl_finding_said(r->schedule.kind, s->said.text, said, sizeof(said)));
    if (s->why.n > 0)
        rdl_wrap(out, 0, 2, rdl_explanation_text(&s->why, why, sizeof(why)));
}

static bool shrink_json(FILE *out, const struct rdl_recorded *r,
                        const struct rdl_minimized *s, int code)
{
    const struct rdl_json_shrink json = {
        .schedule = r->file,
        .program = r->schedule.program,
        .kind = r->schedule.kind,
        .location = s->done ? s->said.location : r->schedule.location,
        .text = s->done ? s->said.text : r->schedule.text,
        .shrunk = s->done,
        .minimal = s->minimal,
        .preemptions = s->preemptions,
        .switches = s->switches,
        .threads = s->threads,
        .steps = s->steps,
        .shrunk_from = s->switches_from,
        .attempts = s->attempts,
        .seconds = s->seconds,
        .exit_status = code,
        .why = rdl_unshrunk_text(&s->unshrunk),
        .explanation = rdl_explanation_json(&s->why),
    };

    return rdl_json_shrink(out, &json);
}

static void shrink_needed(FILE *out, size_t n, size_t needless)
{
    if (n == 0)
        fputs("it has no preemption\n", out);
    else if (needless > 0)
        fprintf(out, "%zu of %zu preemptions can be left out alone\n", needless,
                n);
    else if (n == 1)
        fputs("the preemption is needed\n", out);
    else
        fprintf(out, "each of the %zu preemptions is needed\n", n);
}

static int shrink_check(struct shrink *k, const struct rdl_recorded *r)
{
    struct rdl_minimize shrink;
    size_t needless;
    const bool good =
        rdl_minimize_needless(&shrink, &k->worker, &r->schedule, &needless);

    if (good)
        shrink_needed(k->show.out, shrink.size.preemptions, needless);
    else
        rdl_warn(
            "%s cannot be checked: %s", r->file,
            rdl_unshrunk_text(&(struct rdl_unshrunk){ .reason = shrink.why }));
    rdl_minimize_free(&shrink);
    return !good ? RDL_EXIT_NOTHING : RDL_EXIT_CLEAN;
}

/* Refuses an original: its shrunk form would be a second one beside the first,
 * and the original of that would be a shrunk schedule. */
static void shrink_spare_original(const char *path, const char *file)
{
    char *shrunk = rdl_minimize_original_of(path);

    if (shrunk == NULL)
        return;
    rdl_die(RDL_EXIT_USAGE,
            "%s is the original of %s and must not change: shrink that one "
            "(--effort tries more), or a copy with another name",
            file, rdl_text_base_name(shrunk));
}

static int shrink_run(const struct options *o, struct rdl_recorded *r,
                      FILE *json)
{
    char *runtime = rdl_session_runtime(), *path = realpath(o->file, NULL);
    struct shrink k;
    struct rdl_stdin input;
    struct rdl_error error;
    struct rdl_minimized shrunk;
    struct rdl_worker_options worker;
    const struct rdl_recorded_how as_recorded = {
        .program = o->program,
        .input = rdl_session_input,
        .notes = rdl_session_notes,
    };
    const struct rdl_minimize_options how = { .effort = o->effort,
                                              .most_ns = o->time_ns };
    const struct rdl_minimize_words words = {
        .places = { .find = shrink_place, .data = &k },
        .says = shrink_says,
        .label = shrink_label,
        .data = &k,
    };
    int code;

    if (path == NULL)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot find %s", o->file);
    if (!o->check)
        shrink_spare_original(path, o->file);
    rdl_show_make(&k.show, json == stdout);
    if (!rdl_recorded_prepare(r, &as_recorded, &input, &error))
        rdl_die_error(&error);
    worker = rdl_recorded_worker(r, runtime);
    worker.isolation = o->isolation;
    worker.max_steps = r->schedule.config.max_steps;
    if (!rdl_worker_make(&k.worker, &worker, &input, &error))
        rdl_die_error(&error);
    if (o->check) {
        code = shrink_check(&k, r);
    } else {
        rdl_minimize_file(&k.worker, &r->schedule, path, &how, &words, &shrunk);
        if (rdl_error_is_set(&k.worker.error))
            rdl_die_error(&k.worker.error);
        code = shrunk.done ? RDL_EXIT_CLEAN : RDL_EXIT_NOTHING;
        shrink_tell(k.show.out, r, o, &shrunk);
    }
    if (json != NULL && !o->check)
        rdl_session_json_end(json, o->json,
                             shrink_json(json, r, &shrunk, code));
    rdl_worker_free(&k.worker);
    rdl_show_free(&k.show);
    free(runtime);
    free(path);
    return code;
}

int rdl_cmd_shrink(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = shrink_parse,
        .args_doc = "FILE",
        .doc =
            "Looks for the same failure with fewer preemptions, switches "
            "and threads, and writes that to FILE; the original is kept as "
            "FILE.orig.  raddle test does so for each finding.  Exit "
            "status 0: done, also if no smaller one was found; 3: it could not "
            "be done, for instance because a replay did not fail as recorded.",
    };
    struct options o = {
        .isolation = rdl_isolation_at(RDL_ISOLATION_REWIND),
        .effort = 1,
    };
    struct rdl_recorded r;
    struct rdl_error error;
    FILE *json;
    int code;

    rdl_options_name(argv, "raddle shrink");
    rdl_options_parse(&argp, argc, argv, 0, &o);
    if (!rdl_recorded_load(&r, o.file, &error))
        rdl_die_error(&error);
    rdl_session_apart("--json", o.json, "the schedule", o.file);
    json = rdl_session_json(o.json);
    rdl_session_begin();
    code = shrink_run(&o, &r, json);
    rdl_recorded_free(&r);
    return code;
}
