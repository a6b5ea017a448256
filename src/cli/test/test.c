/* test.c - raddle test: explores schedules of a program; raddle prove: every
 * interleaving of one. */
#include "cli/cli.h"

#include "campaign/findings/pipeline.h"
#include "cli/session.h"
#include "cli/test/campaign.h"
#include "cli/test/ci.h"
#include "cli/test/command.h"
#include "campaign/predict/stored.h"
#include "cli/test/json.h"
#include "cli/test/suite.h"
#include "cli/test/summary.h"
#include "cli/test/suppress.h"
#include "cli/test/thorough.h"
#include "util/die.h"

#include <stdlib.h>

static int test_end(const struct rdl_test_command *command,
                    struct rdl_test_owner *t, struct rdl_campaign *c,
                    const struct rdl_verdict *verdict, struct rdl_ci_files *ci,
                    FILE *json)
{
    struct rdl_test_result result = { .campaign = c,
                                      .verdict = *verdict,
                                      .command = command };
    bool verified;
    json_t *object;
    char *why;
    int code;

    rdl_test_suppress_before(&t->suppressions, c);
    code = rdl_verdict_exit(verdict, c);
    why = rdl_verdict_why(verdict, c);
    verified = why == NULL || verdict->missed;
    rdl_test_known(t->show.out, c);
    if (c->stop == RDL_STOP_UNABLE)
        rdl_show_output(&t->show, c->workers.latest, RDL_TEST_OUTPUT_SHOWN);
    if (!t->options->quiet && c->totals.executions > 0) {
        rdl_test_summary(t->show.out, c, verdict);
        if (c->totals.threads > 1 && verdict->unverified != RDL_MOSTLY_CUT)
            rdl_test_thorough(t->show.out, c);
        if (verdict->missed && !c->goal.share)
            rdl_test_uncovered(t->show.out, c);
        if ((c->findings.n > 0 || verified) &&
            !rdl_notes_have(&c->notes, RDL_NOTE_NO_STORE))
            rdl_test_where(t->show.out, c->options.out, c->findings.n > 0);
    }
    if (command->end != NULL)
        command->end(command->data, t, c, verdict, &code);
    if (code == RDL_EXIT_FINDINGS)
        code = t->options->error_exitcode;
    if (c->stop == RDL_STOP_INTERRUPTED && why == NULL)
        rdl_warn("interrupted");
    if (why != NULL)
        rdl_warn("%s", why);
    result.exit_status = code;
    result.why = why;
    rdl_test_ci_end(ci, t->options, &result, &result, 1, t->show.out);
    if (json != NULL) {
        object = rdl_test_json(&result);
        if (command->json != NULL)
            command->json(command->data, c, object);
        rdl_session_json_end(json, t->options->json,
                             rdl_json_write(json, object));
    }
    free(why);
    return code;
}

static int test_run(const struct rdl_test_command *command,
                    struct rdl_test_owner *t, const struct rdl_program *program,
                    const char *runtime, struct rdl_ci_files *ci, FILE *json)
{
    const struct rdl_test_options *o = t->options;
    struct rdl_stdin input;
    struct rdl_test_subject subject = {
        .program = program,
        .runtime = runtime,
        .argv = o->command,
        .input = &input,
        .executions = o->executions,
        .time_ns = o->time_ns,
        .goal = o->goal,
    };
    struct rdl_campaign campaign;
    struct rdl_verdict verdict;
    int code;

    rdl_session_begin();
    rdl_session_stdin(&input);
    rdl_test_campaign_run(t, &subject, &campaign, &verdict);
    code = test_end(command, t, &campaign, &verdict, ci, json);
    rdl_campaign_free(&campaign);
    return code;
}

static void test_suppressions(struct rdl_suppressions *s, const char *path)
{
    struct rdl_error error;

    if (!rdl_suppressions_load(s, path, &error))
        rdl_die_error(&error);
}

/* There is nothing to run, and the files say so.  `extra`: for the JSON object,
 * or NULL; taken over. */
static void test_nothing(const struct rdl_test_options *o, int code,
                         const char *verdict, const char *why, json_t *extra,
                         struct rdl_ci_files *ci, FILE *json, FILE *out)
{
    const struct rdl_test_result result = { .exit_status = code, .why = why };
    json_t *object;

    rdl_test_ci_end(ci, o, &result, &result, 1, out);
    if (json != NULL) {
        object =
            json_pack("{so si ss s[] si ss*}", "program",
                      rdl_json_text(o->command[0]), "executions", 0, "verdict",
                      verdict, "findings", "exit_status", code, "why", why);
        if (extra != NULL)
            json_object_update(object, extra);
        rdl_session_json_end(json, o->json, rdl_json_write(json, object));
    }
    json_decref(extra);
}

/* --confirm: has that campaign predicted something? */
static bool test_confirms(const struct rdl_test_options *o)
{
    struct rdl_predictions predicted;
    struct rdl_error error;
    bool any;

    if (o->confirm == NULL)
        return true;
    rdl_predictions_make(&predicted);
    if (!rdl_predictions_read(&predicted, o->confirm, &error))
        rdl_die_error(&error);
    any = predicted.n > 0;
    rdl_predictions_free(&predicted);
    return any;
}

int rdl_test_main(int argc, char **argv, const struct rdl_test_command *command)
{
    static const char nothing_predicted[] =
        "--confirm: that campaign has predicted nothing";
    struct rdl_test_options o;
    struct rdl_program program;
    struct rdl_test_owner t = { .options = &o, .command = command };
    struct rdl_suite_cases cases;
    struct rdl_ci_files ci;
    char *runtime;
    struct rdl_error error;
    FILE *json;
    int code;

    rdl_test_options_parse(&o, argc, argv, command);
    rdl_session_program(o.command[0], &program);
    if (!rdl_finding_pipeline_check(o.out, &error))
        rdl_die_error(&error);
    runtime = rdl_session_runtime();
    if (o.suppressions != NULL)
        test_suppressions(&t.suppressions, o.suppressions);
    /* It may end raddle, and then leaves the files that are to be written. */
    if (o.cases)
        rdl_suite_cases_list(&cases, &o, &program);
    rdl_session_apart("--json", o.json, "--junit", o.junit);
    rdl_session_apart("--json", o.json, "--sarif", o.sarif);
    rdl_session_apart("--junit", o.junit, "--sarif", o.sarif);
    rdl_session_spare("--junit", o.junit);
    rdl_session_spare("--sarif", o.sarif);
    json = rdl_session_json(o.json);
    rdl_show_make(&t.show, json == stdout);
    t.show.width = o.width;
    t.show.full = o.full;
    rdl_test_ci_open(&ci, &o, t.show.out);
    rdl_panel_make(&t.panel, !o.quiet);
    if (command->begin != NULL &&
        !command->begin(command->data, &t, &o, &program, &code)) {
        test_nothing(&o, code, "same-build", NULL,
                     json_pack("{s{sb}}", "regress", "same_build", true), &ci,
                     json, t.show.out);
    } else if (!test_confirms(&o)) {
        code = RDL_EXIT_NOTHING;
        rdl_warn("%s", nothing_predicted);
        test_nothing(&o, code, "nothing-predicted", nothing_predicted, NULL,
                     &ci, json, t.show.out);
    } else if (o.cases) {
        code = rdl_test_suite(&t, &cases, &program, runtime, &ci, json);
    } else {
        code = test_run(command, &t, &program, runtime, &ci, json);
    }
    rdl_test_owner_free(&t);
    rdl_targets_free(&o.targets);
    rdl_program_free(&program);
    free(runtime);
    return code;
}

int rdl_cmd_test(int argc, char **argv)
{
    static const struct rdl_test_command test = {
        .name = "raddle test",
        .doc = "Runs PROGRAM under many schedules until the first failure or "
               "until coverage no longer grows, at most 60 seconds; or for as "
               "long as -n, -t or --until say.",
    };

    return rdl_test_main(argc, argv, &test);
}

int rdl_cmd_prove(int argc, char **argv)
{
    static const char *const rare[] = { "fail-malloc", "seed", "junit", NULL };
    static const struct rdl_test_command prove = {
        .name = "raddle prove",
        .doc = "Runs every interleaving of PROGRAM once, until the first "
               "failure, or to the end with -k. Exit status 0: complete, and "
               "none failed; 1: a failure; 3: not complete.",
        .prove = true,
        .rare = rare,
    };

    return rdl_test_main(argc, argv, &prove);
}
