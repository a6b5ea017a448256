/* caveats.c - see caveats.h. */
#include "campaign/caveats.h"

#include "campaign/campaign.h"
#include "campaign/verdict.h"

#include <stdio.h>
#include <stdlib.h>
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

bool rdl_caveats_is(const char *kind)
{
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        if (strcmp(kind, limits[i]) == 0)
            return true;
    }
    return false;
}

/* Another session may reach the goal, or have another one, or more time. */
bool rdl_caveats_lasts(const char *kind)
{
    return rdl_caveats_is(kind) && strcmp(kind, GOAL) != 0 &&
           strcmp(kind, UNFINISHED) != 0;
}

/* The verdict says it, unless there are findings, which are worse. */
static void caveats_goal(struct rdl_campaign *c, const struct rdl_verdict *v)
{
    char *text;

    if (c->findings.n == 0 || !v->missed)
        return;
    text = rdl_verdict_goal(c);
    rdl_notes_add(&c->notes, GOAL, text, 0);
    free(text);
}

/* Without counts: sessions that are told the same keep it once. */
void rdl_caveats_tell(struct rdl_campaign *c, const struct rdl_verdict *v)
{
    char text[160];

    /* A failure may come before the first access of a program with hooks. */
    if (c->totals.accesses == 0 && c->totals.threads > 1 && !c->options.hooked)
        rdl_notes_add(&c->notes, "not-instrumented",
                      "memory accesses are not seen, only "
                      "synchronisation: build with raddle cc",
                      0);
    if (c->totals.cut > 0) {
        snprintf(text, sizeof(text),
                 "executions were cut at %llu steps (--steps): what comes "
                 "later in them was not seen",
                 (unsigned long long)c->options.config.max_steps);
        rdl_notes_add(&c->notes, "executions-cut", text, 0);
    }
    if (c->totals.lost > 0)
        rdl_notes_add(&c->notes, "executions-lost",
                      "executions were ended from outside (SIGKILL), also "
                      "when run again: how they would have ended is not "
                      "known",
                      0);
    if (c->totals.threads > 1)
        caveats_goal(c, v);
}
