/* options.c - see options.h. */
#include "cli/gen/options.h"

#include "base/text.h"
#include "base/time.h"
#include "cli/gen/remember.h"
#include "cli/options.h"
#include "util/die.h"

#include <argp.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPT_WITH = 256,
    OPT_PKG,
    OPT_CFLAGS,
    OPT_LIBS,
    OPT_ONLY,
    OPT_DATABASE,
    OPT_SPEC,
    OPT_LIST,
    OPT_HELP_SPEC,
    OPT_TESTS,
    OPT_SCHEDULES,
    OPT_TIMEOUT,
    OPT_JUNIT,
    OPT_SARIF,
    OPT_CHOOSE,
    OPT_SEED,
    OPT_CONTINUE,
    OPT_SEQUENTIAL,
    OPT_RACES,
    OPT_HELP_ALL,
};

/* Limits of one execution, if the user gives none. */
#define LONGEST_MS 3000
#define SHORTEST_MS 200
#define MOST_JOBS 64 /* as for raddle test */

/* Not on the one screen of --help: only in --help-all. */
#define EXPERT OPTION_HIDDEN

static struct argp_option options[] = {
    { "with", OPT_WITH, "FILE", 0,
      "a FILE of the module: C source, object or library", 1 },
    { "pkg", OPT_PKG, "NAME", 0, "take flags and libraries from pkg-config",
      1 },
    { "cflags", OPT_CFLAGS, "FLAGS", 0, "flags for compiling, as one word", 1 },
    { "libs", OPT_LIBS, "FLAGS", 0, "flags for linking, as one word", 1 },
    { "commands", OPT_DATABASE, "FILE", EXPERT,
      "take flags from this compile_commands.json", 1 },
    { "only", OPT_ONLY, "FILE", EXPERT,
      "take functions of this header (HEADER includes it)", 1 },
    { "spec", OPT_SPEC, "FILE", 0, "what types do not say (--help-spec)", 2 },
    { "list", OPT_LIST, NULL, 0,
      "only print what raddle understands, as a spec", 2 },
    { "help-spec", OPT_HELP_SPEC, NULL, 0, "explain the lines of a spec", 2 },
    { "tests", OPT_TESTS, "N", 0, "end after N tests (default 2000 or more)",
      3 },
    { "time", 't', "TIME", 0, "end after TIME (30s, 5m, 1h)", 3 },
    { "schedules", OPT_SCHEDULES, "N", EXPERT, "executions of a test, at most",
      3 },
    { "timeout", OPT_TIMEOUT, "TIME", EXPERT,
      "limit of one execution (default at most 3s)", 3 },
    { "jobs", 'j', "N", 0, "tests side by side (default 1, which repeats)", 3 },
    { "keep-going", 'k', NULL, 0, "go on after a finding", 3 },
    { "continue", OPT_CONTINUE, NULL, 0, "go on where the last session ended",
      3 },
    { "choose", OPT_CHOOSE, "HOW", EXPERT,
      "choose pairs: least-tried, covcon, conflicts or random", 3 },
    { "seed", OPT_SEED, "N", EXPERT, "random seed (default 1)", 3 },
    { "races", OPT_RACES, "HOW", EXPERT,
      "data races: report (default), fail or off", 3 },
    { "sequential", OPT_SEQUENTIAL, NULL, EXPERT,
      "also print calls that fail in one thread", 4 },
    { "out", 'o', "DIR", 0, "directory of results (default raddle-gen/NAME)",
      4 },
    { "quiet", 'q', NULL, 0, "print findings only", 4 },
    RDL_OPTION_JSON_ROW(4),
    { "junit", OPT_JUNIT, "FILE", EXPERT, "write results as JUnit XML", 4 },
    { "sarif", OPT_SARIF, "FILE", EXPERT, "write results as SARIF 2.1.0", 4 },
    { "help-all", OPT_HELP_ALL, NULL, 0, "list all options", 5 },
    { 0 },
};

/* A header, or a file of the module. */
static void options_argument(struct rdl_gen_cli *o, const char *word)
{
    const char *dot = strrchr(rdl_text_base_name(word), '.');
    const bool is_module =
        dot != NULL && (strcmp(dot, ".c") == 0 || strcmp(dot, ".o") == 0 ||
                        strcmp(dot, ".a") == 0 || strcmp(dot, ".so") == 0);

    rdl_gen_words_add(is_module ? &o->module.with : &o->module.headers, word);
}

static void options_split(struct rdl_gen_words *w, const char *text)
{
    struct rdl_error error;

    if (!rdl_gen_words_split(w, text, &error))
        rdl_die_error(&error);
}

static error_t options_parse(int key, char *arg, struct argp_state *state)
{
    struct rdl_gen_cli *o = state->input;

    switch (key) {
    case OPT_WITH:
        rdl_gen_words_add(&o->module.with, arg);
        return 0;
    case OPT_PKG:
        rdl_gen_words_add(&o->packages, arg);
        return 0;
    case OPT_CFLAGS:
        options_split(&o->module.cflags, arg);
        return 0;
    case OPT_LIBS:
        options_split(&o->module.libs, arg);
        return 0;
    case OPT_DATABASE:
        o->database = arg;
        return 0;
    case OPT_ONLY:
        rdl_gen_words_add(&o->module.only, arg);
        return 0;
    case OPT_SPEC:
        o->spec = arg;
        return 0;
    case OPT_LIST:
        o->list = true;
        return 0;
    case OPT_HELP_SPEC:
        o->help_spec = true;
        return 0;
    case OPT_TESTS:
        o->tests = rdl_option_count(state, "--tests", arg, 1, UINT32_MAX);
        return 0;
    case 't':
        o->time_ns = rdl_option_time(state, "--time", arg);
        return 0;
    case OPT_SCHEDULES:
        o->schedules =
            (unsigned)rdl_option_count(state, "--schedules", arg, 1, 1000000);
        return 0;
    case OPT_TIMEOUT:
        o->timeout_ms =
            rdl_time_out_ms(rdl_option_time(state, "--timeout", arg));
        return 0;
    case 'j':
        o->jobs =
            (unsigned)rdl_option_count(state, "--jobs", arg, 1, MOST_JOBS);
        return 0;
    case 'k':
        o->keep_going = true;
        return 0;
    case OPT_CONTINUE:
        o->resume = true;
        return 0;
    case OPT_CHOOSE:
        o->choice = rdl_gen_choice_find(arg);
        if (o->choice == NULL)
            argp_error(state,
                       "--choose %s: least-tried, covcon, conflicts or random",
                       arg);
        return 0;
    case OPT_SEED:
        o->seed = rdl_option_count(state, "--seed", arg, 0, UINT64_MAX);
        return 0;
    case OPT_HELP_ALL:
        rdl_options_help_all(state);
        return 0;
    case OPT_RACES:
        if (strcmp(arg, "report") == 0)
            o->races = RDL_GEN_RACES_REPORT;
        else if (strcmp(arg, "fail") == 0)
            o->races = RDL_GEN_RACES_FAIL;
        else if (strcmp(arg, "off") == 0)
            o->races = RDL_GEN_RACES_OFF;
        else
            argp_error(state, "--races is report, fail or off");
        return 0;
    case OPT_SEQUENTIAL:
        o->sequential = true;
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    case 'o':
        free(o->out);
        o->out = rdl_strdup(arg);
        return 0;
    case RDL_OPTION_JSON:
        o->json = arg;
        return 0;
    case OPT_JUNIT:
        o->junit = arg;
        return 0;
    case OPT_SARIF:
        o->sarif = arg;
        return 0;
    case ARGP_KEY_ARG:
        options_argument(o, arg);
        return 0;
    case ARGP_KEY_END:
        if (o->module.headers.n == 0 && !o->help_spec && !o->resume)
            rdl_option_missing(state,
                               "which header? (raddle gen HEADER --with "
                               "FILE)",
                               o->json);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = options_parse,
    .args_doc = "HEADER [FILE...]",
    .doc = "Writes and runs concurrent tests of the functions that HEADER "
           "declares.\v"
           "A finding comes as a C test to keep, with its schedule.\n"
           "Exit status: 0 no failure, 1 findings, 2 usage, 3 nothing could "
           "be tested.",
};

static void options_default_out(struct rdl_gen_cli *o)
{
    const char *base = rdl_text_base_name(
        o->module.only.n > 0 ? o->module.only.at[0] : o->module.headers.at[0]);

    if (o->out == NULL)
        o->out = rdl_format("raddle-gen/%.*s", (int)strcspn(base, "."), base);
}

/* A module that hangs must leave time for its other functions. */
static void options_default_timeout(struct rdl_gen_cli *o)
{
    const unsigned tenth = rdl_time_out_ms(o->time_ns / 10);

    if (o->timeout_ms == 0 && o->time_ns > 0 && tenth < LONGEST_MS)
        o->timeout_ms = tenth > SHORTEST_MS ? tenth : SHORTEST_MS;
}

static void options_begin(struct rdl_gen_cli *o)
{
    *o = (struct rdl_gen_cli){ .choice = rdl_gen_choice_find(NULL), .seed = 1 };
}

/* Without a header: the words of the session to go on from, then those of the
 * user. */
static void options_again(struct rdl_gen_cli *o, char *name)
{
    struct rdl_gen_words all = { 0 };
    struct rdl_gen_cli now = *o;

    rdl_gen_words_add(&all, name);
    rdl_gen_recall(o->out, &all);
    for (size_t i = 0; i < o->words.n; i++)
        rdl_gen_words_add(&all, o->words.at[i]);
    options_begin(o);
    /* Options keep pointers to these words: they stay. */
    o->words = all;
    o->recalled = true;
    rdl_options_parse(&argp, (int)all.n, all.at, 0, o);
    if (o->module.headers.n == 0)
        rdl_die(RDL_EXIT_USAGE,
                "which header? (raddle gen HEADER --with FILE --continue)");
    rdl_gen_cli_free(&now);
}

void rdl_gen_cli_parse(struct rdl_gen_cli *o, int argc, char **argv)
{
    struct rdl_error error;

    options_begin(o);
    for (int i = 1; i < argc; i++)
        rdl_gen_words_add(&o->words, argv[i]);
    rdl_options_name(argv, "raddle gen");
    rdl_options_parse(&argp, argc, argv, 0, o);
    if (o->help_spec)
        return;
    if (o->module.headers.n == 0)
        options_again(o, argv[0]);
    options_default_out(o);
    options_default_timeout(o);
    for (size_t i = 0; i < o->packages.n; i++) {
        if (!rdl_gen_module_pkg(&o->module, o->packages.at[i], &error))
            rdl_die_error(&error);
    }
    if (o->database != NULL &&
        !rdl_gen_module_database(&o->module, o->database, &error))
        rdl_die_error(&error);
    if (!o->list && o->module.with.n == 0 && o->module.libs.n == 0) {
        if (access(o->module.headers.at[0], R_OK) != 0)
            rdl_die_errno(RDL_EXIT_USAGE, "cannot read the header %s",
                          o->module.headers.at[0]);
        rdl_die(RDL_EXIT_USAGE,
                "where is the module? Give its sources, objects or libraries "
                "with --with, or a package with --pkg");
    }
}

void rdl_gen_cli_free(struct rdl_gen_cli *o)
{
    rdl_gen_module_free(&o->module);
    rdl_gen_words_free(&o->packages);
    rdl_gen_words_free(&o->words);
    free(o->out);
}
