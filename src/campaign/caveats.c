/* caveats.c - see caveats.h. */
#include "campaign/caveats.h"

#include "campaign/campaign.h"
#include "campaign/verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The verdict reports a missed goal, unless there are findings, which are
 * worse. */
static void caveats_goal(struct rdl_campaign *c, const struct rdl_verdict *v)
{
    char *text;

    if (c->findings.n == 0 || !v->missed)
        return;
    text = rdl_verdict_goal(c);
    rdl_notes_add(&c->notes, RDL_NOTE_GOAL_NOT_REACHED, text, 0);
    free(text);
}

/* Texts without counts, so that the store has one that several sessions add
 * once. */
void rdl_caveats_note(struct rdl_campaign *c, const struct rdl_verdict *v)
{
    char text[160];

    /* A program with hooks may fail before its first access. */
    if (c->totals.accesses == 0 && c->totals.threads > 1 && !c->options.hooked)
        rdl_notes_add(&c->notes, RDL_NOTE_NOT_INSTRUMENTED,
                      "memory accesses are not seen, only "
                      "synchronisation: build with raddle cc",
                      0);
    if (c->totals.cut > 0) {
        snprintf(text, sizeof(text),
                 "executions were cut at %llu steps (--steps): raddle did not "
                 "see what comes after that",
                 (unsigned long long)c->options.config.max_steps);
        rdl_notes_add(&c->notes, RDL_NOTE_EXECUTIONS_CUT, text, 0);
    }
    if (c->totals.lost > 0)
        rdl_notes_add(&c->notes, RDL_NOTE_EXECUTIONS_LOST,
                      "executions were killed from outside (SIGKILL), also "
                      "when repeated: how they would have ended is not known",
                      0);
    if (c->totals.threads > 1)
        caveats_goal(c, v);
}
