/* gen.c - raddle gen: concurrent tests of a module, from its header. */
#include "cli/gen/gen.h"
#include "cli/gen/remember.h"

#include "base/time.h"
#include "cli/cli.h"
#include "cli/session.h"
#include "report/formats/json.h"
#include "util/clean_print.h"
#include "util/die.h"
#include "util/dir.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Ends raddle with the reason if there is nothing to test. */
static void gen_check(const struct rdl_gen_table *t)
{
    size_t n = 0;

    if (t->n_functions == 0)
        rdl_die(RDL_EXIT_NOTHING,
                "%s declares no function of its own: name the header that does "
                "with --only",
                t->header);
    if (t->handle < 0)
        rdl_die(RDL_EXIT_NOTHING,
                "no function of %s takes a pointer to an object that threads "
                "could share: write such functions with wrap lines in a spec "
                "(raddle gen --help-spec)",
                t->header);
    for (size_t i = 0; i < t->n_functions; i++)
        n += rdl_gen_concurrent(t, i);
    if (n > 0 && t->handles[t->handle].makeable)
        return;
    rdl_gen_spec_print(stderr, t);
    if (!t->handles[t->handle].makeable)
        rdl_die(RDL_EXIT_NOTHING,
                "no function of %s can be called: nothing makes %s; say which "
                "function does (made-by) in a spec",
                t->header, t->handles[t->handle].type);
    rdl_die(RDL_EXIT_NOTHING,
            "no function of %s can be called: the lines above say why",
            t->header);
}

static struct rdl_gen_table *gen_read(const struct rdl_gen_cli *cli)
{
    struct rdl_error error = { 0 };
    struct rdl_gen_spec *spec = NULL;
    struct rdl_gen_table *t;

    if (cli->spec != NULL) {
        spec = rdl_gen_spec_read(cli->spec, &error);
        if (spec == NULL)
            rdl_die_error(&error);
    }
    t = rdl_gen_read(&cli->module, spec, &error);
    if (t == NULL)
        rdl_die_error(&error);
    rdl_gen_spec_free(spec);
    return t;
}

static void gen_build(struct rdl_gen_build *b, const struct rdl_gen_cli *cli,
                      struct rdl_gen_table *t)
{
    struct rdl_error error = { 0 };
    const int failed = rdl_dir_make(b->dir);

    if (failed != 0)
        rdl_die(RDL_EXIT_USAGE, "cannot make the directory %s: %s", b->dir,
                strerror(-failed));
    if (!rdl_gen_build(b, &cli->module, t, &error))
        rdl_die_error(&error);
}

static int gen_status(const struct rdl_gen_campaign *r, bool races)
{
    if (rdl_gen_failures(r, races) > 0)
        return RDL_EXIT_FINDINGS;
    return r->tests > 0 ? RDL_EXIT_CLEAN : RDL_EXIT_NOTHING;
}

static int gen_run(struct rdl_gen_session *s)
{
    const struct rdl_gen_cli *cli = s->cli;
    char *runtime = rdl_session_runtime();
    char *state = rdl_format("%s/state.json", cli->out);
    struct rdl_gen_campaign result = { 0 };
    struct rdl_error error = { 0 };
    FILE *json = rdl_session_json(cli->json);
    const struct rdl_gen_options options = {
        .table = s->table,
        .program = s->build->program,
        .runtime = runtime,
        .choice = cli->choice,
        .seed = cli->seed,
        .tests = cli->tests,
        .deadline_ns = s->deadline_ns,
        .findings = cli->keep_going ? 0 : 1,
        .schedules = cli->schedules,
        .timeout_ms = cli->timeout_ms,
        .jobs = cli->jobs,
        .races_fail = cli->races == RDL_GEN_RACES_FAIL,
        .races_off = cli->races == RDL_GEN_RACES_OFF,
        .state = state,
        .resume = cli->resume,
        .found = rdl_gen_found,
        .progress = rdl_gen_progress,
        .data = s,
    };
    struct rdl_gen_ci ci;
    int status;

    rdl_gen_ci_open(&ci, cli);
    s->result = &result;
    if (!rdl_gen_generate(&options, &result, &error)) {
        rdl_gen_ci_end(&ci, s, &result, error.code, error.text);
        rdl_die_error(&error);
    }
    rdl_gen_progress_end(s);
    if (result.anew)
        rdl_warn("%s is of another header or spec: raddle began anew", state);
    if (result.not_saved != 0)
        rdl_warn("cannot write %s: %s; --continue cannot go on from this "
                 "session",
                 state, strerror(result.not_saved));
    if (result.jobs_died > 0)
        rdl_warn("a job died and was started again, %u times; nothing that it "
                 "found is lost",
                 result.jobs_died);
    if (result.jobs_given_up > 0)
        rdl_warn("raddle gave up %u of %u jobs (--jobs), because they died "
                 "again and again; their other tests were not run",
                 result.jobs_given_up, cli->jobs);
    rdl_gen_print_known(s->out, s, &result);
    if (!cli->quiet) {
        rdl_gen_print_learnt(s->out, s, &result);
        rdl_gen_print_summary(s->out, s, &result);
    }
    if (json != NULL)
        rdl_session_json_end(json, cli->json,
                             rdl_json_write(json, rdl_gen_json(s, &result)));
    rdl_gen_json_keep(s, &result);
    status = gen_status(&result, cli->races == RDL_GEN_RACES_FAIL);
    rdl_gen_ci_end(&ci, s, &result, status,
                   status == RDL_EXIT_NOTHING ? "no test could be run" : NULL);
    rdl_gen_campaign_free(&result);
    free(state);
    free(runtime);
    return status;
}

static void gen_say(void *data, const char *line)
{
    (void)data;
    rdl_clean_line(stderr, "%s", line);
}

static const struct rdl_note_sink gen_said = { .add = gen_say };

/* Files that the user names must not overwrite each other or a schedule. */
static void gen_check_files(const struct rdl_gen_cli *cli)
{
    rdl_session_apart("--json", cli->json, "--junit", cli->junit);
    rdl_session_apart("--json", cli->json, "--sarif", cli->sarif);
    rdl_session_apart("--junit", cli->junit, "--sarif", cli->sarif);
    rdl_session_spare("--junit", cli->junit);
    rdl_session_spare("--sarif", cli->sarif);
}

int rdl_cmd_gen(int argc, char **argv)
{
    struct rdl_gen_build build = { 0 };
    struct rdl_gen_session session = { .build = &build };
    struct rdl_gen_table *table;
    char self[PATH_MAX], *dir;
    struct rdl_gen_cli cli;
    int status = RDL_EXIT_CLEAN;

    rdl_gen_cli_parse(&cli, argc, argv);
    if (cli.help_spec) {
        rdl_gen_spec_help(stdout);
        rdl_gen_cli_free(&cli);
        return RDL_EXIT_CLEAN;
    }
    cli.module.said = &gen_said;
    gen_check_files(&cli);
    rdl_session_begin();
    table = gen_read(&cli);
    if (cli.list) {
        rdl_gen_spec_print(stdout, table);
    } else {
        gen_check(table);
        if (realpath("/proc/self/exe", self) == NULL)
            rdl_die_errno(RDL_EXIT_INTERNAL, "cannot find raddle itself");
        dir = rdl_format("%s/build", cli.out);
        build.raddle = self;
        build.dir = dir;
        gen_build(&build, &cli, table);
        if (!cli.recalled)
            rdl_gen_remember(cli.out, &cli.words);
        gen_check(table);
        session.cli = &cli;
        session.table = table;
        session.out =
            cli.json != NULL && strcmp(cli.json, "-") == 0 ? stderr : stdout;
        session.tty = !cli.quiet && isatty(STDERR_FILENO);
        if (!cli.quiet)
            rdl_gen_print_table(session.out, table);
        if (cli.time_ns > 0)
            session.deadline_ns = rdl_time_ns() + cli.time_ns;
        status = gen_run(&session);
        free(dir);
    }
    rdl_gen_build_free(&build);
    rdl_gen_table_free(table);
    rdl_gen_cli_free(&cli);
    return status;
}
