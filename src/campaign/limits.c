/* limits.c - see limits.h. */
#include "campaign/limits.h"

#include "campaign/campaign.h"

#include <stdio.h>
#include <string.h>

#define GOAL "goal-not-reached"
#define UNFINISHED "execution-unfinished"

static const char *const limits[] = {
    /* Memory accesses that are not seen. */
    "not-instrumented",
    "module-not-instrumented",
    "library-not-instrumented",
    "hooks-version",
    "hooks-idle",
    /* What runs beside the schedule. */
    "blocked-in-library",
    "daemon",
    "ended-by-time",
    "exec",
    "no-dispatch",
    "process-shared",
    "uncontrolled-call",
    "uncontrolled-clone",
    "uncontrolled-loop",
    "uncontrolled-thread",
    /* The program was given another answer than it would get by itself. */
    "io-uring",
    "mlockall",
    "splice-outside",
    "too-many-threads",
    /* An execution depends on others. */
    "not-deterministic",
    "persists",
    /* Things that are not looked at. */
    "coverage-damaged",
    UNFINISHED,
    "executions-cut",
    "executions-lost",
    "no-coverage",
    "own-malloc",
    GOAL,
};

bool rdl_limits_is(const char *kind)
{
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        if (strcmp(kind, limits[i]) == 0)
            return true;
    }
    return false;
}

/* Another session may reach the goal, or have another one, or more time. */
bool rdl_limits_lasts(const char *kind)
{
    return rdl_limits_is(kind) && strcmp(kind, GOAL) != 0 &&
           strcmp(kind, UNFINISHED) != 0;
}

static void limits_goal(struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;
    const uint32_t metrics = c->options.metrics;
    uint64_t covered, known;
    char text[160];

    if (c->goal.options.until != RDL_UNTIL_COVERAGE || c->goal.reached ||
        c->stop == RDL_STOP_FOUND || c->observe.fd < 0)
        return;
    covered = rdl_coverage_covered(m, metrics);
    known = rdl_coverage_known(m, metrics);
    snprintf(text, sizeof(text),
             "--until coverage=%g%% was not reached: %llu of %llu covered "
             "(%.4g%%)",
             100 * c->goal.options.share, (unsigned long long)covered,
             (unsigned long long)known,
             known > 0 ? 100.0 * (double)covered / (double)known : 0.0);
    rdl_campaign_note(c, GOAL, text, 0);
}

/* Without counts: sessions that are told the same keep it once. */
void rdl_limits_tell(struct rdl_campaign *c)
{
    char text[160];

    /* A failure may come before the first access of a program with hooks. */
    if (c->accesses == 0 && c->threads > 1 && !c->options.hooked)
        rdl_campaign_note(c, "not-instrumented",
                          "memory accesses are not seen, only "
                          "synchronisation: build with raddle cc",
                          0);
    if (c->cut > 0) {
        snprintf(text, sizeof(text),
                 "executions were cut at %llu steps (--steps): what comes "
                 "later in them was not seen",
                 (unsigned long long)c->options.config.max_steps);
        rdl_campaign_note(c, "executions-cut", text, 0);
    }
    if (c->lost > 0)
        rdl_campaign_note(c, "executions-lost",
                          "executions were ended from outside (SIGKILL), also "
                          "when run again: how they would have ended is not "
                          "known",
                          0);
    if (c->threads > 1)
        limits_goal(c);
}
