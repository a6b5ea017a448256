/* regress.c - raddle regress: tests what a change made possible.  A campaign as
 * that of raddle test, compared with the one of another build (regress/). */
#include "cli/cli.h"

#include "campaign/explore/portfolio.h"
#include "cli/comparison_file.h"
#include "cli/regress/regress.h"
#include "cli/test/command.h"
#include "cli/test/owner.h"
#include "exec/program.h"
#include "regress/gather.h"
#include "schedule/schedule.h"
#include "store/build.h"
#include "util/clean_print.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPT_OLD = 3000,
    OPT_BUILD,
    OPT_OLD_STORE,
    OPT_OLD_PROGRAM,
    OPT_OLD_TIME,
    OPT_KEEP,
    OPT_NEW_ONLY,
    OPT_CAPP,
};

static struct argp_option regress_options[] = {
    { "old-store", OPT_OLD_STORE, "DIR", 0, "compare with the campaign in DIR",
      7 },
    { "old-program", OPT_OLD_PROGRAM, "PATH", 0,
      "compare with this program; raddle tests it first", 7 },
    { "old", OPT_OLD, "REV", 0, "compare with a git revision (needs --build)",
      7 },
    { "build", OPT_BUILD, "CMD", 0, "how to build REV: run in its worktree",
      7 },
    { "old-time", OPT_OLD_TIME, "TIME", OPTION_HIDDEN,
      "test the old build for at most TIME", 7 },
    { "keep", OPT_KEEP, NULL, OPTION_HIDDEN, "keep the worktree of REV", 7 },
    { "new-only", OPT_NEW_ONLY, NULL, 0,
      "exit with 1 only for what did not fail before", 7 },
    { "capp", OPT_CAPP, "WHAT", OPTION_HIDDEN,
      "capp-some, capp-all: by line, function, file or field; "
      "',stack': callers too",
      7 },
    { 0 },
};

static void regress_capp(struct rdl_regress *r, struct argp_state *state,
                         const char *text)
{
    static const char *const names[] = { [RDL_CAPP_LINE] = "line",
                                         [RDL_CAPP_FUNCTION] = "function",
                                         [RDL_CAPP_FILE] = "file",
                                         [RDL_CAPP_FIELD] = "field" };
    static const char *const orders[] = { [RDL_CAPP_DRAWN] = "",
                                          [RDL_CAPP_DEFAULT] = ",default",
                                          [RDL_CAPP_RANDOM] = ",random" };
    const size_t n = strcspn(text, ",");
    const char *rest = text + n;
    size_t order = 0;

    r->capp_stack = strncmp(rest, ",stack", 6) == 0;
    rest += r->capp_stack ? 6 : 0;
    while (order < 3 && strcmp(rest, orders[order]) != 0)
        order++;
    for (size_t i = 0; order < 3 && i < sizeof(names) / sizeof(*names); i++) {
        if (strncmp(text, names[i], n) == 0 && names[i][n] == '\0' &&
            !(r->capp_stack && i == RDL_CAPP_FIELD)) {
            r->capp = (enum rdl_capp)i;
            r->capp_order = (enum rdl_capp_order)order;
            return;
        }
    }
    argp_error(state,
               "--capp takes line, function, file or field, then ',stack' "
               "after one of the first three, then ',default' or ',random', "
               "not '%s'",
               text);
}

static error_t regress_parse(int key, char *arg, struct argp_state *state)
{
    struct rdl_regress *r = state->input;

    switch (key) {
    case OPT_OLD:
        r->revision = arg;
        return 0;
    case OPT_BUILD:
        r->build = arg;
        return 0;
    case OPT_OLD_STORE:
        r->old_store = arg;
        return 0;
    case OPT_OLD_PROGRAM:
        r->old_program = arg;
        return 0;
    case OPT_OLD_TIME:
        r->old_time_ns = rdl_option_time(state, "--old-time", arg);
        return 0;
    case OPT_KEEP:
        r->keep = true;
        return 0;
    case OPT_NEW_ONLY:
        r->new_only = true;
        return 0;
    case OPT_CAPP:
        regress_capp(r, state, arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void regress_check(const struct rdl_regress *r,
                          const struct rdl_test_options *o)
{
    if ((r->revision != NULL) + (r->old_store != NULL) +
            (r->old_program != NULL) >
        1)
        rdl_die(RDL_EXIT_USAGE, "--old, --old-store and --old-program all name "
                                "the old build: give one of them");
    if ((r->revision != NULL) != (r->build != NULL))
        rdl_die(RDL_EXIT_USAGE,
                "--old REV and --build CMD go together: raddle builds the "
                "revision with that command");
    if (o->cases || o->targets.all != NULL || o->metrics.metrics == 0)
        rdl_die(RDL_EXIT_USAGE, "--cases, --targets and --metrics none do not "
                                "go with raddle regress");
}

/* A directory with a schedule that can be followed: those of the old build's
 * findings. */
static char *regress_schedules(const struct rdl_old *old)
{
    for (size_t i = 0; i < old->n_findings; i++) {
        const char *path = old->findings[i].schedule, *end;
        struct rdl_schedule s;

        if (path == NULL || !rdl_schedule_load(&s, path, NULL))
            continue;
        rdl_schedule_free(&s);
        end = strrchr(path, '/');
        return end != NULL ? rdl_format("%.*s", (int)(end - path), path)
                           : rdl_strdup(".");
    }
    return NULL;
}

static bool regress_begin(void *data, struct rdl_test_owner *t,
                          struct rdl_test_options *o,
                          const struct rdl_program *program, int *code)
{
    struct rdl_regress *r = data;

    regress_check(r, o);
    if (!rdl_regress_old(r, o, program)) {
        if (!o->quiet)
            rdl_clean_line(t->show.out,
                           "%s is the same build as %s: nothing changed",
                           o->command[0], r->with);
        *code = RDL_EXIT_CLEAN;
        return false;
    }
    /* Equal conditions: what more executions show would look new, what fewer
     * do not show would look gone. */
    if (r->old.places.observed > 0)
        o->observed = r->old.places.observed;
    o->metrics.metrics |= rdl_metrics_named(RDL_REGRESS_METRIC);
    o->capp_order = r->capp_order;
    if (o->first == NULL)
        o->first = r->first = regress_schedules(&r->old);
    r->comparison.old = &r->old;
    r->new_build = rdl_store_build_of(program->path);
    return true;
}

static void regress_aim(void *data, struct rdl_campaign *c)
{
    struct rdl_regress *r = data;
    const char *lost;

    rdl_comparison_update(&r->comparison, c);
    lost = rdl_places_without_text(&r->comparison.places);
    if (lost != NULL)
        rdl_die(RDL_EXIT_NOTHING,
                "cannot compare: the source %s cannot be read, or is newer "
                "than the program; build it again",
                lost);
    /* First: a search begins when the classes are filled. */
    rdl_regress_mark(r, c);
    if (r->capp_stack)
        rdl_regress_mark_calls(r, c);
    rdl_comparison_aim(&r->comparison, c);
}

/* For raddle report. */
static void regress_save(const struct rdl_regress *r, const char *dir,
                         struct rdl_campaign *c)
{
    json_t *object = rdl_regress_json(r, c);
    const int error = rdl_comparison_file_write(dir, object);

    if (error != 0)
        rdl_warn("note: raddle report will not show the comparison: cannot "
                 "write it into %s (%s)",
                 dir, strerror(-error));
    json_decref(object);
}

static void regress_end(void *data, struct rdl_test_owner *t,
                        struct rdl_campaign *c,
                        const struct rdl_verdict *verdict, int *code)
{
    struct rdl_regress *r = data;
    bool new = false;

    (void)verdict;
    if (c->observe.fd < 0)
        return;
    rdl_comparison_update(&r->comparison, c);
    r->executions = c->before.executions + c->totals.executions;
    rdl_regress_unreached(r, t->options, c);
    if (!t->options->quiet)
        rdl_regress_show(t->show.out, r, c);
    regress_save(r, t->options->out, c);
    for (size_t i = 0; i < c->findings.n; i++)
        new |= !rdl_regress_had(r, &c->findings.all[i]);
    if (c->findings.n > 0 && !new && r->new_only)
        *code = RDL_EXIT_CLEAN;
}

static void regress_json(void *data, struct rdl_campaign *c, json_t *result)
{
    struct rdl_regress *r = data;

    if (c->observe.fd >= 0)
        json_object_set_new(result, "regress", rdl_regress_json(r, c));
}

static const char *regress_baseline(void *data, const struct rdl_found *found)
{
    return rdl_regress_had(data, found) ? "unchanged" : "new";
}

int rdl_cmd_regress(int argc, char **argv)
{
    static const struct argp own = { .options = regress_options,
                                     .parser = regress_parse };
    static const struct argp_child children[] = {
        { &own, 0, NULL, 0 },
        { NULL, 0, NULL, 0 },
    };
    static const char *const rare[] = { "fail-malloc", "peer",  "fresh", "seed",
                                        "strategy",    "junit", NULL };
    static const char *const without[] = { "cases", "targets", "guide",
                                           "observe", NULL };
    struct rdl_regress r = { .with = NULL };
    const struct rdl_test_command command = {
        .name = "raddle regress",
        .doc = "Tests what a change of PROGRAM made possible: compares it with "
               "an older build, tries the new interactions of threads first, "
               "and says which were covered and what broke.",
        .children = children,
        .rare = rare,
        .without = without,
        .until = "end at: changed=100%, saturation or finding",
        .data = &r,
        .begin = regress_begin,
        .aim = regress_aim,
        .end = regress_end,
        .json = regress_json,
        .baseline = regress_baseline,
    };
    const int code = rdl_test_main(argc, argv, &command);

    rdl_comparison_free(&r.comparison);
    rdl_old_free(&r.old);
    free(r.unreached);
    free(r.first);
    free(r.with);
    free(r.tree);
    free(r.top);
    free(r.new_build);
    return code;
}
