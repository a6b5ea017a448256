/* test.c - raddle test: explores schedules of a program. */
#include "cli/cli.h"

#include "base/text.h"
#include "base/time.h"
#include "campaign/uninstrumented.h"
#include "campaign/loop.h"
#include "exec/interrupt.h"
#include "campaign/finding_pipeline.h"
#include "campaign/caveats.h"
#include "campaign/persistence.h"
#include "minimize/minimize.h"
#include "exec/reaper.h"
#include "campaign/verdict.h"
#include "cc/cc.h"
#include "cli/doctor/objects.h"
#include "cli/session.h"
#include "cli/replay/show.h"
#include "cli/test/ci.h"
#include "cli/test/json.h"
#include "cli/test/options.h"
#include "cli/test/summary.h"
#include "cli/test/suppress.h"
#include "cli/test/table.h"
#include "cli/test/thorough.h"
#include "util/die.h"
#include "util/shell_quote.h"
#include "report/explanation/label.h"
#include "report/explanation/text.h"
#include "report/finding/text.h"
#include "report/table/table.h"
#include "util/wrap.h"
#include "report/panel.h"
#include "strategy/strategy.h"

#include <stdlib.h>
#include <string.h>

/* Enough to see what the program was doing; replay shows everything. */
#define OUTPUT_SHOWN 2000

struct test { /* what the campaign's owner needs */
    const struct rdl_test_options *options;
    struct rdl_show show;
    struct rdl_panel panel;
    struct rdl_suppressions suppressions;
    struct rdl_ci_files ci;
    struct rdl_test_table table;
};

static bool test_suppressed(void *data, const struct rdl_campaign *c)
{
    struct test *t = data;
    const struct rdl_shared *s = c->workers.latest->memory.shared;

    return rdl_test_suppressed(&t->suppressions, rdl_show_symbols(&t->show, s),
                               s);
}

static void test_where_found(void *data, const struct rdl_campaign *c,
                             char *out, size_t size)
{
    struct test *t = data;
    const struct rdl_shared *s = c->workers.latest->memory.shared;

    rdl_finding_location(rdl_show_symbols(&t->show, s), &s->finding, out, size);
}

static void test_says(void *data, struct rdl_worker *w,
                      struct rdl_finding_summary *out)
{
    struct test *t = data;

    rdl_show_said(&t->show, w, out);
    rdl_test_table_take(&t->table, &t->show, w, OUTPUT_SHOWN);
}

/* raddle reports it after shrinking its schedule, since another thread may fail
 * then; meanwhile it shows that this takes a moment. */
static void test_found(void *data, struct rdl_campaign *c,
                       const struct rdl_found *found)
{
    struct test *t = data;
    char text[512];

    snprintf(text, sizeof(text), "%s at %s: replaying%s it", found->kind,
             found->said.location, c->options.shrink ? " and shrinking" : "");
    rdl_panel_say(&t->panel, text);
}

static void test_shrunk(FILE *out, const struct rdl_found *found)
{
    char text[96], why[RDL_EXPLANATION_TEXT];

    if (found->shrunk)
        rdl_minimize_text(found->preemptions, found->switches,
                          found->switches_from, text, sizeof(text));
    if (found->kept)
        fprintf(out, "\nkept: %s has a shorter one%s%s\n", found->schedule,
                found->shrunk ? ": " : "", found->shrunk ? text : "");
    else if (found->shrunk)
        fprintf(
            out, "\n%s %s%s\n",
            found->smaller ? "shrunk to" : "no smaller one was found:", text,
            found->untried
                ? "; not all was tried (raddle shrink --effort 10 goes on)"
                : "");
    if (found->not_shrunk[0] != '\0')
        fprintf(out, "\nnot shrunk: %s\n", found->not_shrunk);
    if (found->why.n > 0)
        rdl_wrap_to(out, rdl_table_width(out), 0, 2,
                    rdl_explanation_text(&found->why, why, sizeof(why)));
}

static void test_recorded(void *data, struct rdl_campaign *c,
                          const struct rdl_found *found)
{
    struct test *t = data;
    char *quoted;

    (void)c;
    rdl_panel_hide(&t->panel);
    rdl_finding_print_said(t->show.out, found->kind, found->said.text,
                           found->said.location, found->nth, t->show.colour);
    if (found->schedule != NULL)
        test_shrunk(t->show.out, found);
    rdl_test_table_end(&t->table, &t->show, found);
    if (found->schedule == NULL)
        return;
    quoted = rdl_quote(found->schedule);
    fprintf(t->show.out, "\nreplay it with  raddle replay %s%s\n\n", quoted,
            found->replayed ? ""
            : !found->checked
                ? "\n(not verified: the confirming replay was interrupted)"
                : "\n(a first replay did NOT give the same failure: "
                  "something outside raddle's control decides)");
    /* Somebody may follow the file of a running campaign. */
    fflush(t->show.out);
    free(quoted);
}

static void test_kept(void *data, const char *path)
{
    (void)data;
    rdl_die_found(path);
}

static void test_warn(void *data, const char *text)
{
    (void)data;
    rdl_warn("%s", text);
}

static void test_warning(void *data, struct rdl_campaign *c,
                         const struct rdl_found *found)
{
    struct test *t = data;

    (void)c;
    rdl_panel_hide(&t->panel);
    fprintf(t->show.out, "warning: %s: %s\n  at %s\n", found->kind,
            found->said.text, found->said.location);
}

static void test_note(void *data, struct rdl_campaign *c,
                      const struct rdl_told_note *told)
{
    struct test *t = data;

    (void)c;
    rdl_panel_hide(&t->panel);
    if (!t->options->quiet || rdl_note_limits(told->note.kind))
        rdl_show_note(&t->show, told->note.text, told->location);
}

static void test_place(void *data, const struct rdl_campaign *c, uintptr_t pc,
                       char *out, size_t size)
{
    struct test *t = data;

    rdl_show_place(&t->show, c->workers.latest->memory.shared, pc, out, size);
}

static void test_label(void *data, struct rdl_shared *shared,
                       struct rdl_explanation *why)
{
    struct test *t = data;

    rdl_explanation_label(shared, rdl_show_symbols(&t->show, shared), why);
}

static void test_progress(void *data, const struct rdl_campaign *c)
{
    struct test *t = data;
    const uint64_t aside_ns = (uint64_t)(rdl_budget_aside(&c->budget) * 1e9);
    struct rdl_panel_view view = {
        .findings = c->findings.n,
        .elapsed_ns =
            (uint64_t)(rdl_budget_seconds(&c->budget) * 1e9) + aside_ns,
        .aside_ns = aside_ns,
        .most_executions = c->options.executions,
        .most_ns = c->options.time_ns,
    };

    rdl_campaign_count(c, &view.executions, &view.steps);
    rdl_panel_update(&t->panel, &view);
}

static int test_end(struct test *t, struct rdl_campaign *c,
                    const struct rdl_verdict *verdict, FILE *json)
{
    bool verified;
    char *why;
    int code;

    rdl_test_suppress_before(&t->suppressions, c);
    code = rdl_verdict_exit(verdict, c);
    why = rdl_verdict_why(verdict, c);
    verified = why == NULL || verdict->missed;
    if (code == RDL_EXIT_FINDINGS)
        code = t->options->error_exitcode;
    rdl_test_known(t->show.out, c);
    if (c->stop == RDL_STOP_UNABLE)
        rdl_show_output(&t->show, c->workers.latest, OUTPUT_SHOWN);
    if (!t->options->quiet && c->totals.executions > 0) {
        rdl_test_summary(t->show.out, c, verified);
        if (c->totals.threads > 1)
            rdl_test_thorough(t->show.out, c);
        if (verdict->missed && !c->goal.share)
            rdl_test_uncovered(t->show.out, c);
        if (c->findings.n > 0 || verified)
            rdl_test_where(t->show.out, c);
    }
    if (c->stop == RDL_STOP_INTERRUPTED && why == NULL)
        rdl_warn("interrupted");
    if (why != NULL)
        rdl_warn("%s", why);
    rdl_test_ci_end(&t->ci, t->options, c, verdict, code, why, t->show.out);
    if (json != NULL)
        rdl_session_json_end(json, t->options->json,
                             rdl_test_json(json, c, code, why));
    free(why);
    return code;
}

/* How the session ended, for the store.  This includes a session that verified
 * nothing, which the reasons to stop do not say. */
static const char *test_how(const struct rdl_campaign *c,
                            const struct rdl_verdict *v)
{
    const bool nothing = c->findings.n == 0 && v->unverified != RDL_VERIFIED &&
                         !v->unable && c->stop != RDL_STOP_INTERRUPTED;

    return nothing ? "nothing" : rdl_test_stops[c->stop];
}

static struct rdl_campaign_options
test_campaign_options(const struct rdl_test_options *o,
                      const struct rdl_program *program, const char *runtime)
{
    struct rdl_campaign_options options = {
        .worker = {
            .path = program->path,
            .argv = o->command,
            .runtime = runtime,
            .isolation = o->isolation,
            .max_steps = o->steps,
            .coverage = -1,
            .peer = o->peer,
            .end_signal = o->end_signal,
        },
        .config = {
            .seed = o->seed,
            .max_steps = o->steps,
            .depth = o->depth,
            .noise_percent = o->noise_percent,
            .noise_ns = o->noise_ns,
            .flags = (o->no_spurious ? RDL_CFG_NO_SPURIOUS : 0u) |
                     (o->no_dispatch ? RDL_CFG_NO_DISPATCH : 0u) |
                     (o->leaks ? RDL_CFG_LEAKS : 0u) |
                     (o->fail_malloc ? RDL_CFG_FAIL_MALLOC : 0u) |
                     (o->no_learn ? RDL_CFG_NO_LEARN : 0u),
            .expect_exit = o->expect_exit,
            .timeout_ms = rdl_time_out_ms(o->timeout_ns),
        },
        .first = o->first,
        .program = o->command[0],
        .executions = o->executions,
        .time_ns = o->time_ns,
        .goal = o->goal,
        .metrics = o->metrics,
        .pairs = o->pairs,
        .observed = RDL_OBSERVED,
        .keep_going = o->keep_going,
        .shrink = !o->no_shrink,
        .repeats = o->repeats,
        .out = o->out,
        .jobs = o->jobs,
        .jobs_given = o->jobs_given,
        .isolation_given = o->isolation_given,
        .hooked = rdl_cc_object_hooked(program->path) == RDL_HOOKED,
        .need_accesses = o->require_accesses,
    };

    rdl_text_copy(options.config.strategy, o->strategy,
                  sizeof(options.config.strategy));
    rdl_text_copy(options.config.engine, o->engine,
                  sizeof(options.config.engine));
    rdl_text_copy(options.config.tracker, o->tracker,
                  sizeof(options.config.tracker));
    return options;
}

static void test_library(void *notes, const char *path)
{
    if (rdl_cc_object_hooked(path) == RDL_NO_HOOKS)
        rdl_uninstrumented_library(notes, path);
}

static int test_run(struct test *t, const struct rdl_program *program,
                    const char *runtime, FILE *json)
{
    const struct rdl_test_options *o = t->options;
    const struct rdl_campaign_options options =
        test_campaign_options(o, program, runtime);
    const struct rdl_store_opening session = {
        .program = o->command[0],
        .path = program->path,
        .arguments = o->command + 1,
        .version = RDL_VERSION,
        .strategy = o->strategy,
        .seed = o->seed,
        .metrics = o->metrics,
        .pairs = o->pairs,
        .fresh = o->fresh,
    };
    const struct rdl_campaign_owner owner = {
        .data = t,
        .suppressed = o->suppressions != NULL ? test_suppressed : NULL,
        .where = test_where_found,
        .says = test_says,
        .found = test_found,
        .recorded = test_recorded,
        .kept = test_kept,
        .warn = test_warn,
        .warning = test_warning,
        .note = test_note,
        .progress = test_progress,
        .place = test_place,
        .label = test_label,
    };
    struct rdl_stdin input;
    struct rdl_campaign campaign;
    struct rdl_verdict verdict;
    struct rdl_error error;
    int code;

    rdl_session_stdin(&input);
    if (!rdl_campaign_make(&campaign, &options, &owner, &input, &error) ||
        !rdl_persistence_open(&campaign, &session, &error) ||
        !rdl_campaign_run(&campaign, &error))
        rdl_die_error(&error);
    rdl_panel_hide(&t->panel);
    verdict = rdl_verdict_of(&campaign);
    rdl_caveats_note(&campaign, &verdict);
    if (options.hooked && campaign.totals.threads > 1)
        rdl_objects_libraries(program->loader, program->path, test_library,
                              &campaign.notes);
    rdl_persistence_end(&campaign, test_how(&campaign, &verdict));
    code = test_end(t, &campaign, &verdict, json);
    rdl_campaign_free(&campaign);
    return code;
}

static void test_suppressions(struct rdl_suppressions *s, const char *path)
{
    struct rdl_error error;

    if (!rdl_suppressions_load(s, path, &error))
        rdl_die_error(&error);
}

int rdl_cmd_test(int argc, char **argv)
{
    struct rdl_test_options o;
    struct rdl_program program;
    struct test t = { .options = &o };
    char *runtime;
    struct rdl_error error;
    FILE *json;
    int code;

    rdl_test_options_parse(&o, argc, argv);
    rdl_session_program(o.command[0], &program);
    if (!rdl_finding_pipeline_check(o.out, &error))
        rdl_die_error(&error);
    runtime = rdl_session_runtime();
    if (o.suppressions != NULL)
        test_suppressions(&t.suppressions, o.suppressions);
    rdl_session_apart("--json", o.json, "--junit", o.junit);
    rdl_session_apart("--json", o.json, "--sarif", o.sarif);
    rdl_session_apart("--junit", o.junit, "--sarif", o.sarif);
    rdl_session_spare("--junit", o.junit);
    rdl_session_spare("--sarif", o.sarif);
    json = rdl_session_json(o.json);
    rdl_show_make(&t.show, json == stdout);
    rdl_test_ci_open(&t.ci, &o, t.show.out);
    rdl_panel_make(&t.panel, !o.quiet);
    rdl_session_begin();
    code = test_run(&t, &program, runtime, json);
    rdl_show_free(&t.show);
    rdl_suppressions_free(&t.suppressions);
    rdl_program_free(&program);
    free(runtime);
    return code;
}
