/* difference.c - see difference.h.
 *
 * Steps are recorded in every run, so another step is found at once.  Values
 * are not: the event hash only tells that one differs.  To find it, raddle
 * replays the schedule with a trace, in new processes and again in the same,
 * and compares values step by step. */
#include "campaign/difference.h"

#include "campaign/campaign.h"
#include "campaign/determinism.h"
#include "schedule/replay.h"
#include "trace/trace.h"

#include <stdio.h>
#include <string.h>

/* Traced runs; whatever decides may decide alike in two of them. */
#define MOST_RUNS 4

static void difference_place(const struct rdl_campaign *c, uintptr_t pc,
                             struct rdl_difference_side *side)
{
    if (c->owner.place != NULL && pc != 0)
        c->owner.place(c->owner.data, c, pc, side->location,
                       sizeof(side->location));
}

/* --- Steps ---------------------------------------------------------------- */

static void difference_side(const struct rdl_campaign *c, uint64_t step,
                            struct rdl_difference_side *side)
{
    side->ended = step == UINT64_MAX || !rdl_step_sound(step);
    if (side->ended)
        return;
    side->op = rdl_step_op(step);
    difference_place(c, rdl_step_pc(step), side);
}

/* A replay that diverges does not record the step that came instead. */
static uint64_t difference_came(struct rdl_shared *s, uint64_t at)
{
    const uint64_t *again = rdl_shared_data(s, RDL_TRACE_STEPS);

    if (at < s->regions[RDL_TRACE_STEPS].used)
        return again[at];
    return s->outcome.state == RDL_DIVERGED ? s->outcome.divergence.came
                                            : UINT64_MAX;
}

/* False if the runs took the same steps. */
static bool difference_of_steps(const struct rdl_campaign *c,
                                struct rdl_shared *s,
                                const struct rdl_determinism *first,
                                struct rdl_difference *out)
{
    const uint64_t *again = rdl_shared_data(s, RDL_TRACE_STEPS);
    const uint64_t n = s->regions[RDL_TRACE_STEPS].used;
    uint64_t at = 0, came, was;

    while (at < n && at < first->n_steps && again[at] == first->steps[at])
        at++;
    came = difference_came(s, at);
    was = at < first->n_steps ? first->steps[at] : UINT64_MAX;
    out->step = at;
    if (came == was)
        return false;
    out->kind = RDL_DIFFERENCE_STEP;
    difference_side(c, was, &out->first);
    difference_side(c, came, &out->again);
    return true;
}

/* --- Values --------------------------------------------------------------- */

static bool difference_traced(struct rdl_worker *w,
                              const struct rdl_schedule *schedule,
                              const struct rdl_config *config, bool renew,
                              struct rdl_trace *out)
{
    const struct rdl_replay_setup setup = { .tracker = config->tracker,
                                            .flags = RDL_CFG_TRACE };
    struct rdl_run_result ran;

    if (renew)
        rdl_worker_renew(w);
    rdl_replay(w, schedule, &setup, &ran);
    return !ran.interrupted && rdl_trace_take(out, w->memory.shared);
}

static bool difference_of_values(const struct rdl_campaign *c,
                                 const struct rdl_trace *a,
                                 const struct rdl_trace *b,
                                 struct rdl_difference *out)
{
    for (size_t i = 0; i < a->n_steps && i < b->n_steps; i++) {
        const struct rdl_event *x = &a->steps[i], *y = &b->steps[i];
        bool valued;

        if (x->pc != y->pc || x->op != y->op)
            return false;
        if (x->addr != y->addr)
            out->kind = RDL_DIFFERENCE_OPERAND;
        else if ((x->flags & y->flags & RDL_EV_VALUE) != 0 &&
                 x->value != y->value)
            out->kind = RDL_DIFFERENCE_VALUE;
        else
            continue;
        valued = out->kind == RDL_DIFFERENCE_VALUE;
        out->step = i;
        out->first.op = out->again.op = (enum rdl_op)x->op;
        out->first.value = valued ? x->value : x->addr;
        out->again.value = valued ? y->value : y->addr;
        difference_place(c, x->pc, &out->first);
        strcpy(out->again.location, out->first.location);
        return true;
    }
    return false;
}

static void difference_trace(const struct rdl_campaign *c, struct rdl_worker *w,
                             const struct rdl_config *config,
                             const struct rdl_determinism *first,
                             struct rdl_difference *out)
{
    struct rdl_trace one = { 0 }, other = { 0 };
    bool found = false;

    if (difference_traced(w, &first->schedule, config, true, &one)) {
        for (int i = 1; i < MOST_RUNS && !found; i++) {
            if (!difference_traced(w, &first->schedule, config, i % 2 == 0,
                                   &other))
                break;
            found = difference_of_values(c, &one, &other, out);
            rdl_trace_free(&other);
        }
    }
    rdl_trace_free(&one);
    rdl_trace_free(&other);
}

void rdl_difference_find(struct rdl_campaign *c, struct rdl_worker *w,
                         const struct rdl_config *config,
                         const struct rdl_determinism *first,
                         struct rdl_difference *out)
{
    *out = (struct rdl_difference){ .kind = RDL_DIFFERENCE_UNKNOWN,
                                    .execution = config->execution };
    if (!difference_of_steps(c, w->memory.shared, first, out))
        difference_trace(c, w, config, first, out);
}

/* --- Words ---------------------------------------------------------------- */

static const char *difference_side_text(const struct rdl_difference_side *side,
                                        char *out, size_t size)
{
    if (side->ended)
        return "the end";
    snprintf(out, size, "%s%s%s", rdl_op_name(side->op),
             side->location[0] != '\0' ? " at " : "", side->location);
    return out;
}

void rdl_difference_text(const struct rdl_difference *d, char *out, size_t size)
{
    const unsigned long long execution = d->execution, step = d->step;
    char one[320], other[320];

    switch (d->kind) {
    case RDL_DIFFERENCE_STEP:
        snprintf(out, size,
                 "not deterministic: step %llu of execution %llu is %s; run "
                 "again, it is %s",
                 step, execution,
                 difference_side_text(&d->first, one, sizeof(one)),
                 difference_side_text(&d->again, other, sizeof(other)));
        break;
    case RDL_DIFFERENCE_VALUE:
    case RDL_DIFFERENCE_OPERAND:
        snprintf(out, size,
                 d->kind == RDL_DIFFERENCE_VALUE
                     ? "not deterministic: step %llu of execution %llu, %s, "
                       "has the value %llu; run again, %llu"
                     : "not deterministic: step %llu of execution %llu, %s, "
                       "acts on address 0x%llx; run again, on 0x%llx",
                 step, execution,
                 difference_side_text(&d->first, one, sizeof(one)),
                 (unsigned long long)d->first.value,
                 (unsigned long long)d->again.value);
        break;
    case RDL_DIFFERENCE_NONE:
    case RDL_DIFFERENCE_UNKNOWN:
        snprintf(out, size,
                 "not deterministic: execution %llu, run again, differs in a "
                 "value before step %llu",
                 execution, step);
        break;
    }
}
