/* claim.c - see claim.h. */
#include "campaign/claim.h"

#include "base/text.h"
#include "util/alloc.h"

#include <stdio.h>
#include <stdlib.h>

static bool claim_limits(const struct rdl_campaign *c, size_t i)
{
    const enum rdl_note_kind kind = c->notes.all[i].note.kind;

    return rdl_note_limits(kind) && kind != RDL_NOTE_NO_COVERAGE &&
           kind != RDL_NOTE_COVERAGE_DAMAGED;
}

/* Interleavings that count as failed, but no finding says how: raddle does not
 * know what to make of them. */
static bool claim_unexplained(const struct rdl_campaign *c)
{
    const struct rdl_reach *r = rdl_explorer_reach_of(&c->exploration);

    return r != NULL && r->done && r->failed > 0 && c->findings.n == 0 &&
           c->totals.suppressed == 0;
}

bool rdl_claim_limited(const struct rdl_campaign *c)
{
    for (size_t i = 0; i < c->notes.n; i++) {
        if (claim_limits(c, i))
            return true;
    }
    if (claim_unexplained(c))
        return true;
    return !c->totals.deterministic; /* what is lost is explored again */
}

struct rdl_claim rdl_claim_of(const struct rdl_campaign *c)
{
    const struct rdl_reach *r = rdl_explorer_reach_of(&c->exploration);
    struct rdl_claim claim = { .explores = r != NULL, .reach = r };

    if (r == NULL)
        return claim;
    claim.bound = (enum rdl_explore_bound)c->options.config.explore_bound;
    claim.most = c->options.config.explore_most;
    claim.spurious = c->options.config.explore_spurious;
    claim.weak = c->options.config.explore_weak;
    claim.allocations =
        (c->options.config.flags & RDL_CFG_FAIL_MALLOC) != 0 ? 1 : 0;
    claim.stopped = !r->done;
    claim.complete = rdl_reach_complete(r) && !rdl_claim_limited(c);
    if (claim.bound == RDL_BOUND_PREEMPTIONS ||
        claim.bound == RDL_BOUND_DELAYS) {
        claim.within = claim.complete;
        claim.complete = false;
    }
    claim.complete &= claim.bound != RDL_BOUND_WALKS;
    return claim;
}

static const char *claim_kind(enum rdl_reach_reason reason)
{
    static const char *const kinds[] = {
#define REASON(id, name, text) name,
#include "explore/reasons.h"
#undef REASON
    };

    return kinds[reason];
}

static void claim_of_trouble(const struct rdl_campaign *c,
                             enum rdl_reach_reason why,
                             struct rdl_claim_reason *reason)
{
    const struct rdl_reach *r = rdl_explorer_reach_of(&c->exploration);
    /* The target may have overwritten it. */
    const bool names =
        why == RDL_REACH_OPERATOR && r->trouble[why].what < RDL_N_OPS;

    *reason = (struct rdl_claim_reason){
        .kind = claim_kind(why),
    };
    snprintf(reason->text, sizeof(reason->text), "%s%s%s",
             rdl_reach_reason(why), names ? " " : "",
             names ? rdl_op_name((enum rdl_op)r->trouble[why].what) : "");
    if (r->trouble[why].pc != 0 && c->owner.place != NULL)
        c->owner.place(c->owner.data, c, r->trouble[why].pc, reason->location,
                       sizeof(reason->location));
}

bool rdl_claim_reason(const struct rdl_campaign *c, size_t i,
                      struct rdl_claim_reason *reason)
{
    const struct rdl_reach *r = rdl_explorer_reach_of(&c->exploration);

    for (unsigned why = 0; r != NULL && why < RDL_N_REACH_REASONS; why++) {
        if (r->trouble[why].set && i-- == 0) {
            claim_of_trouble(c, (enum rdl_reach_reason)why, reason);
            return true;
        }
    }
    for (size_t k = 0; k < c->notes.n; k++) {
        const struct rdl_placed_note *n = &c->notes.all[k];

        if (!claim_limits(c, k) || i-- != 0)
            continue;
        *reason = (struct rdl_claim_reason){
            .kind = rdl_note_name(n->note.kind),
        };
        rdl_text_copy(reason->text, n->note.text, sizeof(reason->text));
        rdl_text_copy(reason->location, n->location, sizeof(reason->location));
        return true;
    }
    if (claim_unexplained(c) && i == 0) {
        *reason = (struct rdl_claim_reason){ .kind = "unexplained" };
        snprintf(reason->text, sizeof(reason->text),
                 "an execution counts as failed, but raddle found no failure "
                 "in it (a loop that tries again and again?)");
        return true;
    }
    return false;
}

static const char *claim_stop(const struct rdl_campaign *c)
{
    switch (c->stop) {
    case RDL_STOP_FOUND:
        return "raddle stops at the first failure (--keep-going explores the "
               "rest)";
    case RDL_STOP_INTERRUPTED:
        return "it was interrupted";
    case RDL_STOP_REPLACED:
        return "the program was replaced or removed";
    case RDL_STOP_UNABLE:
        return "raddle could not run the program under control";
    case RDL_STOP_BUDGET:
    case RDL_STOP_SATURATED:
    case RDL_STOP_EXHAUSTED:
    case RDL_STOP_COVERED:
        break;
    }
    return "the budget is spent (--time, --executions)";
}

const char *rdl_claim_unit(enum rdl_explore_bound bound, uint32_t n)
{
    static const char *const units[][2] = {
        [RDL_BOUND_NONE] = { NULL, NULL },
        [RDL_BOUND_PREEMPTIONS] = { "preemptions", "preemption" },
        [RDL_BOUND_DELAYS] = { "delays", "delay" },
        [RDL_BOUND_SCHEDULES] = { NULL, NULL },
        [RDL_BOUND_WALKS] = { NULL, NULL },
    };

    return units[bound][n == 1];
}

char *rdl_claim_why(const struct rdl_campaign *c)
{
    const struct rdl_claim claim = rdl_claim_of(c);
    struct rdl_claim_reason reason;
    char *why = rdl_strdup("");

    for (size_t i = 0; rdl_claim_reason(c, i, &reason); i++) {
        char *longer = rdl_format(
            "%s%s%s%s%s", why, i > 0 ? "; " : "", reason.text,
            reason.location[0] != '\0' ? " at " : "", reason.location);

        free(why);
        why = longer;
    }
    if (why[0] != '\0' || !claim.stopped)
        return why;
    free(why);
    return rdl_strdup(claim_stop(c));
}
