/* options_settle.c - what options mean together, once all are read: defaults
 * that depend on other options, and pairs that do not go together. */
#include "cli/test/options.h"

#include "base/hash.h"
#include "base/text.h"
#include "campaign/campaign.h"
#include "util/die.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

/* The number of CPUs that raddle may use. */
static unsigned settle_jobs(void)
{
    cpu_set_t cpus;
    int n =
        sched_getaffinity(0, sizeof(cpus), &cpus) == 0 ? CPU_COUNT(&cpus) : 1;

    return n > RDL_MOST_JOBS ? RDL_MOST_JOBS : (unsigned)n;
}

/* Is it in the current directory, "./a.out", however often "./" is repeated? */
static bool settle_lies_here(const char *program)
{
    bool here = false;

    for (; strncmp(program, "./", 2) == 0; here = true) {
        program += 2;
        program += strspn(program, "/");
    }
    return here && strchr(program, '/') == NULL;
}

/* A directory for each program with its arguments, so that campaigns of several
 * tests, one after the other or in parallel, do not collide.  Programs of the
 * same name in several directories differ by the path as typed: it is the same
 * on every machine that builds and tests in the same way. */
static void settle_out(struct rdl_test_options *o)
{
    const bool here = settle_lies_here(o->command[0]);
    uint64_t hash = here ? 0 : rdl_hash_text(o->command[0]);
    int n =
        snprintf(o->own_out, sizeof(o->own_out), "raddle-out/%.200s%s",
                 rdl_text_base_name(o->command[0]), o->cases ? "-cases" : "");

    for (char **a = o->command + 1; *a != NULL; a++)
        hash = rdl_mix(hash, rdl_hash_text(*a));
    if (!here || o->command[1] != NULL)
        snprintf(o->own_out + n, sizeof(o->own_out) - (size_t)n, "-%08x",
                 (unsigned)(hash >> 32));
    o->out = o->own_out;
}

void rdl_test_options_settle(struct rdl_test_options *o)
{
    if (o->out == NULL)
        settle_out(o);
    if (o->cases && o->goal.until == RDL_UNTIL_COVERAGE)
        rdl_die(RDL_EXIT_USAGE, "--until coverage= is for one program: it does "
                                "not go with --cases");
    if (o->goal.until == RDL_UNTIL_CHANGED && !o->changed)
        rdl_die(RDL_EXIT_USAGE, "--until changed= is for raddle regress, which "
                                "compares two builds");
    if (o->patient && o->time_passes == RDL_TIME_ANY)
        rdl_die(RDL_EXIT_USAGE, "--patient is --time-passes=idle: it does not "
                                "go with --time-passes=any");
    if (o->patient)
        o->time_passes = RDL_TIME_IDLE;
    rdl_test_options_guide(o);
    rdl_test_options_confirm(o);
    /* A peer talks to one execution at a time. */
    if (o->peer != NULL && o->jobs > 1)
        rdl_die(RDL_EXIT_USAGE, "--peer goes with --jobs 1 only");
    o->jobs_given = o->jobs > 0;
    if (o->jobs == 0)
        o->jobs = o->peer != NULL ? 1 : settle_jobs();
    if (o->executions == 0 && o->time_ns == 0 && !o->until_given) {
        o->goal.until = RDL_UNTIL_SATURATION;
        o->time_ns = UINT64_C(60000000000);
        o->budget_default = true;
    }
    if (o->metrics.metrics == 0 && o->goal.until >= RDL_UNTIL_SATURATION) {
        if (o->until_given)
            rdl_die(RDL_EXIT_USAGE, "--until needs coverage: --metrics none "
                                    "records no coverage");
        o->goal.until = RDL_UNTIL_BUDGET;
        o->executions = 10000;
    }
}
