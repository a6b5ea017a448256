/* caveats.c - see caveats.h. */
#include "campaign/caveats.h"

#include "campaign/campaign.h"
#include "campaign/proved.h"
#include "campaign/verdict.h"
#include "detect/detector.h"
#include "strategy/strategy.h"
#include "util/alloc.h"

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

/* How often disabled detectors would have reported. */
static void caveats_disabled(struct rdl_campaign *c)
{
    const struct rdl_detector *d;
    char text[160];

    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        if (c->totals.disabled[i] == 0)
            continue;
        snprintf(text, sizeof(text),
                 "%s is disabled (--disable); it would have reported %llu of "
                 "%llu executions",
                 d->name, (unsigned long long)c->totals.disabled[i],
                 (unsigned long long)c->totals.executions);
        rdl_notes_add(&c->notes, RDL_NOTE_DETECTOR_DISABLED, text, 0);
    }
}

/* What a strategy leaves uncovered that never runs some schedules. */
static void caveats_narrow(struct rdl_campaign *c)
{
    const struct rdl_strategy *s =
        rdl_strategy_find(c->options.config.strategy);
    const struct rdl_coverage_memory *m = c->observe.memory;
    char *left = NULL;

    if (s == NULL || !s->narrow || c->observe.fd < 0)
        return;
    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        const uint32_t bit = c->options.metrics & UINT32_C(1) << i;
        const uint64_t known = rdl_proved_possible(c, bit);
        const uint64_t covered = rdl_coverage_covered(m, bit);
        char *longer;

        if (covered == known)
            continue;
        longer = rdl_format("%s%s%llu of %llu %s", left != NULL ? left : "",
                            left != NULL ? ", " : "",
                            (unsigned long long)(known - covered),
                            (unsigned long long)known, rdl_metric_at(i)->name);
        free(left);
        left = longer;
    }
    if (left != NULL) {
        char *text = rdl_format("strategy %s never runs some schedules, and "
                                "left uncovered: %s; other strategies may "
                                "cover that (--strategy auto)",
                                s->name, left);

        rdl_notes_add(&c->notes, RDL_NOTE_NARROW_STRATEGY, text, 0);
        free(text);
    }
    free(left);
}

/* Texts without counts, so that the store has one that several sessions add
 * once. */
void rdl_caveats_note(struct rdl_campaign *c, const struct rdl_verdict *v)
{
    const uint64_t cut = c->totals.cut - c->totals.late;
    char text[160];

    /* A program with hooks may fail before its first access. */
    if (c->totals.accesses == 0 && c->totals.threads > 1 && !c->options.hooked)
        rdl_notes_add(&c->notes, RDL_NOTE_NOT_INSTRUMENTED,
                      "memory accesses are not seen, only "
                      "synchronisation: build with raddle cc",
                      0);
    if (c->totals.late > 0) {
        snprintf(text, sizeof(text),
                 "executions were cut after %.1f s (--timeout): they still "
                 "took steps, and raddle did not see how they end",
                 c->options.config.timeout_ms / 1000.0);
        rdl_notes_add(&c->notes, RDL_NOTE_EXECUTIONS_LATE, text, 0);
    }
    if (cut > 0) {
        if (cut == rdl_step_limit_first(&c->limit, cut))
            snprintf(text, sizeof(text),
                     "the first executions were cut at %llu steps; raddle then "
                     "let them take %llu (--steps)",
                     (unsigned long long)c->limit.first,
                     (unsigned long long)c->limit.steps);
        else
            snprintf(text, sizeof(text),
                     "executions were cut at %llu steps (--steps): raddle did "
                     "not see what comes after that",
                     (unsigned long long)c->limit.steps);
        rdl_notes_add(&c->notes, RDL_NOTE_EXECUTIONS_CUT, text, 0);
    }
    if (c->totals.lost > 0)
        rdl_notes_add(&c->notes, RDL_NOTE_EXECUTIONS_LOST,
                      "executions were killed from outside (SIGKILL), also "
                      "when repeated: how they would have ended is not known",
                      0);
    caveats_disabled(c);
    caveats_narrow(c);
    if (v->unverified == RDL_REPLACED && c->findings.n > 0) {
        char *replaced = rdl_verdict_replaced(
            c->options.program, c->options.worker.path, c->totals.executions);

        rdl_notes_add(&c->notes, RDL_NOTE_PROGRAM_REPLACED, replaced, 0);
        free(replaced);
    }
    if (c->totals.threads > 1)
        caveats_goal(c, v);
}
