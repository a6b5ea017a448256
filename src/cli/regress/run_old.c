/* run_old.c - the campaign of the old build, in a process of its own: see
 * regress.h.  It is a `raddle test` with the same seed, jobs, isolation and
 * budget, so that both estimates are made under equal conditions; and it goes
 * on after findings, so that it observes as many executions. */
#include "cli/regress/regress.h"

#include "base/hash.h"
#include "cli/regress/child.h"
#include "store/store.h"
#include "util/die.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_NS UINT64_C(60000000000)
#define LOOKS 50

struct words {
    size_t n;
    char **all;
};

static void run_add(struct words *w, char *word)
{
    w->all = rdl_grow(w->all, (w->n + 2) * sizeof(*w->all));
    w->all[w->n++] = word;
    w->all[w->n] = NULL;
}

static void run_free(struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        free(w->all[i]);
    free(w->all);
}

/* What all have in common. */
static struct words run_test(const struct rdl_test_options *o, const char *dir)
{
    struct words w = { .n = 0 };

    run_add(&w, rdl_strdup("/proc/self/exe"));
    run_add(&w, rdl_strdup("test"));
    run_add(&w, rdl_strdup("--quiet"));
    run_add(&w, rdl_strdup("--keep-going"));
    run_add(&w, rdl_format("--out=%s", dir));
    run_add(&w, rdl_format("--seed=%llu", (unsigned long long)o->seed));
    run_add(&w, rdl_format("--jobs=%u", o->jobs));
    run_add(&w, rdl_format("--isolation=%s", o->isolation->name));
    run_add(&w, rdl_format("--steps=%llu", (unsigned long long)o->steps));
    run_add(&w, rdl_format("--expect-exit=%d", o->expect_exit));
    return w;
}

static void run_program(struct words *w, const struct rdl_test_options *o,
                        const char *program)
{
    run_add(w, rdl_strdup("--"));
    /* A path: not to be looked for in PATH. */
    run_add(w, rdl_format("%s%s",
                          program[0] == '\0' || strchr(program, '/') != NULL
                              ? ""
                              : "./",
                          program));
    for (char **a = o->command + 1; *a != NULL; a++)
        run_add(w, rdl_strdup(*a));
}

static struct words run_command(const struct rdl_regress *r,
                                const struct rdl_test_options *o,
                                const char *program, const char *dir)
{
    const uint64_t time = r->old_time_ns != 0 ? r->old_time_ns
                          : o->time_ns != 0 && o->time_ns < MOST_NS ? o->time_ns
                                                                    : 0;
    struct words w = run_test(o, dir);

    run_add(&w, rdl_format("--observe=%llu", (unsigned long long)o->observed));
    if (o->executions != 0)
        run_add(&w, rdl_format("--executions=%llu",
                               (unsigned long long)o->executions));
    else
        run_add(&w, rdl_strdup("--until=saturation"));
    if (time != 0)
        run_add(&w,
                rdl_format("--time=%lluus", (unsigned long long)(time / 1000)));
    else if (o->executions == 0)
        run_add(&w, rdl_strdup("--time=60s"));
    run_program(&w, o, program);
    return w;
}

uint64_t rdl_regress_conditions(const struct rdl_regress *r,
                                const struct rdl_test_options *o)
{
    struct words w = run_command(r, o, "", "");
    uint64_t hash = 0;

    for (char **word = w.all; *word != NULL; word++)
        hash = rdl_mix(hash, rdl_hash_text(*word));
    run_free(&w);
    return hash;
}

bool rdl_regress_look(const struct rdl_test_options *o, const char *program,
                      struct rdl_old *seen)
{
    char *dir = rdl_format("%s/.old/look", o->out), *why = NULL;
    const char *const rm[] = { "rm", "-rf", "--", dir, NULL };
    const struct rdl_child how = { .dir = NULL };
    struct words w = run_test(o, dir);
    bool good;

    run_add(&w, rdl_strdup("--no-learn"));
    run_add(&w, rdl_strdup("--no-shrink"));
    run_add(&w, rdl_format("--executions=%d", LOOKS));
    run_program(&w, o, program);
    rdl_child_run(&how, rm);
    rdl_child_run(&how, (const char *const *)w.all);
    good = rdl_old_read(seen, dir, /*aside=*/false, &why) == RDL_STORE_READ;
    rdl_child_run(&how, rm);
    if (!good)
        rdl_old_free(seen);
    free(why);
    free(dir);
    run_free(&w);
    return good;
}

/* It becomes the directory `dir` when it has ended: one that was killed does
 * not count. */
void rdl_regress_run(const struct rdl_regress *r,
                     const struct rdl_test_options *o, const char *program,
                     const char *dir)
{
    char *part = rdl_format("%s.part", dir);
    const char *const rm[] = { "rm", "-rf", "--", part, NULL };
    const struct rdl_child how = { .dir = NULL };
    struct words w;
    int status;

    if (rdl_store_there(dir)) {
        free(part);
        return; /* an earlier comparison had the same build */
    }
    if (access(program, X_OK) != 0)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot run the old build %s", program);
    rdl_child_run(&how, rm);
    w = run_command(r, o, program, part);
    status = rdl_child_run(&how, (const char *const *)w.all);
    if (rdl_child_interrupted())
        return; /* the campaign was cut short */
    if (status < 0 || status == RDL_EXIT_USAGE || status == RDL_EXIT_INTERNAL)
        rdl_die(
            RDL_EXIT_NOTHING,
            "the campaign of the old build failed (status %d): try it alone "
            "with raddle test %s",
            status, program);
    if (rename(part, dir) != 0)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot rename %s to %s", part, dir);
    run_free(&w);
    free(part);
}
