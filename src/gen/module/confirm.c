/* confirm.c - see confirm.h.  raddle runs itself: what is confirmed is what the
 * user's own raddle test and raddle replay will do. */
#include "gen/module/confirm.h"

#include "base/text.h"
#include "base/time.h"
#include "util/alloc.h"
#include "util/command.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define EXECUTIONS 20000
#define REPLAYS 20
/* Two threads that run one after the other have two orders, three have six. */
#define APART 50
#define MOST_WORDS 16 /* of a command, with the NULL behind them */

/* Kind and schedule of the first finding in the JSON of raddle test. */
static char *confirm_schedule(const char *text, char kind[32], char **headline)
{
    json_t *j = json_loads(text, 0, NULL);
    const json_t *first = json_array_get(json_object_get(j, "findings"), 0);
    const char *path = json_string_value(json_object_get(first, "schedule"));
    const char *name = json_string_value(json_object_get(first, "kind"));
    const char *says = json_string_value(json_object_get(first, "headline"));
    char *copy = path != NULL ? rdl_strdup(path) : NULL;

    rdl_text_copy(kind, name != NULL ? name : "", 32);
    free(*headline);
    *headline = says != NULL ? rdl_strdup(says) : NULL;
    json_decref(j);
    return copy;
}

/* Runs raddle, for no longer than is left. */
static bool confirm_run(const struct rdl_gen_confirm *c, uint64_t begin_ns,
                        char *const *argv, struct rdl_command_result *r,
                        struct rdl_error *error)
{
    const uint64_t ms = (rdl_time_ns() - begin_ns) / 1000000;

    if (c->limit_ms > 0 && ms >= c->limit_ms)
        return rdl_error_set(error, RDL_EXIT_NOTHING,
                             "the time (-t) was over before raddle %s",
                             argv[1]);
    if (!rdl_command_run_within(argv, c->limit_ms > 0 ? c->limit_ms - ms : 0, r,
                                error))
        return false;
    return !r->late ||
           rdl_error_set(error, RDL_EXIT_NOTHING,
                         "the time (-t) was over during raddle %s", argv[1]);
}

static bool confirm_test(const struct rdl_gen_confirm *c, const char *program,
                         const char *dir, uint64_t executions,
                         const char *const *more, uint64_t begin_ns,
                         struct rdl_command_result *r, struct rdl_error *error)
{
    char *seed = rdl_format("--seed=%llu", (unsigned long long)c->seed);
    char *n = rdl_format("-n%llu", (unsigned long long)executions);
    char *out = rdl_format("--out=%s", dir);
    char *argv[MOST_WORDS] = {
        (char *)c->raddle, "test", "--quiet", "--fresh", "--jobs=1",
        "--json=-",        seed,   n,         out
    };
    size_t words = 9;
    bool ran;

    while (*more != NULL)
        argv[words++] = (char *)*more++;
    argv[words] = (char *)program;
    ran = confirm_run(c, begin_ns, argv, r, error);
    free(seed);
    free(n);
    free(out);
    return ran;
}

/* The schedule of its finding; NULL: none, and an error. */
static char *confirm_find(const struct rdl_gen_confirm *c, uint64_t begin_ns,
                          char kind[32], char **headline,
                          struct rdl_error *error)
{
    const char *const more[] = { c->races ? "--races=fail" : NULL, NULL };
    const uint64_t executions = c->executions > 0 ? c->executions : EXECUTIONS;
    struct rdl_command_result r = { 0 };
    char *schedule = NULL;

    if (confirm_test(c, c->program, c->dir, executions, more, begin_ns, &r,
                     error)) {
        if (r.status == RDL_EXIT_FINDINGS)
            schedule = confirm_schedule(r.out, kind, headline);
        if (schedule == NULL)
            rdl_error_set(error, RDL_EXIT_NOTHING,
                          "raddle test %s ended with status %d, not with a "
                          "finding",
                          c->program, r.status);
    }
    rdl_command_free(&r);
    return schedule;
}

static bool confirm_replay(const struct rdl_gen_confirm *c, uint64_t begin_ns,
                           char *schedule, struct rdl_error *error)
{
    char *times =
        rdl_format("--times=%u", c->replays > 0 ? c->replays : REPLAYS);
    char *const argv[] = { (char *)c->raddle, "replay", "--quiet", times,
                           schedule,          NULL };
    struct rdl_command_result r = { 0 };
    bool same = confirm_run(c, begin_ns, argv, &r, error);

    if (same && r.status != RDL_EXIT_FINDINGS)
        same = rdl_error_set(error, RDL_EXIT_NOTHING,
                             "raddle replay %s %s ended with status %d: not "
                             "every replay fails",
                             times, schedule, r.status);
    rdl_command_free(&r);
    free(times);
    return same;
}

static bool confirm_asserts(const char *text)
{
    json_t *j = json_loads(text, 0, NULL);
    const json_t *one;
    bool asserts = false;
    size_t i;

    json_array_foreach(json_object_get(j, "findings"), i, one)
    {
        const char *kind = json_string_value(json_object_get(one, "kind"));

        asserts |= kind != NULL && strcmp(kind, "assertion") == 0;
    }
    json_decref(j);
    return asserts;
}

/* What else goes wrong there (a call that waits for another thread does so for
 * ever) says nothing about the assertion.  Nothing unusual happens, as in the
 * orders: a call that waits is not woken spuriously. */
static bool confirm_apart(const struct rdl_gen_confirm *c, uint64_t begin_ns,
                          struct rdl_error *error)
{
    static const char *const more[] = { "--no-spurious", "--keep-going",
                                        "--no-shrink", NULL };
    struct rdl_command_result r = { 0 };
    char *dir;
    bool good;

    if (c->apart == NULL)
        return true;
    dir = rdl_format("%s/apart", c->dir);
    good = confirm_test(c, c->apart, dir, APART, more, begin_ns, &r, error);
    free(dir);
    if (good && r.status != RDL_EXIT_CLEAN && r.status != RDL_EXIT_FINDINGS &&
        r.status != RDL_EXIT_NOTHING)
        good = rdl_error_set(error, RDL_EXIT_NOTHING,
                             "raddle test %s ended with status %d", c->apart,
                             r.status);
    if (good && confirm_asserts(r.out))
        good = rdl_error_set(error, RDL_EXIT_NOTHING,
                             "the assertion fails also if its threads run one "
                             "after the other: it is wrong");
    rdl_command_free(&r);
    return good;
}

char *rdl_gen_confirm(const struct rdl_gen_confirm *c, char kind[32],
                      char **headline, struct rdl_error *error)
{
    const uint64_t begin_ns = rdl_time_ns();
    char *schedule = confirm_find(c, begin_ns, kind, headline, error);

    if (schedule != NULL && (!confirm_replay(c, begin_ns, schedule, error) ||
                             !confirm_apart(c, begin_ns, error))) {
        free(schedule);
        return NULL;
    }
    return schedule;
}
