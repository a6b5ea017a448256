/* plan.c - see plan.h.  A schedule and shared memory both become `struct
 * recorded`, and a plan is made from that. */
#include "minimize/plan.h"

#include "util/alloc.h"
#include "strategy/strategy.h"

#include <stdlib.h>
#include <string.h>

struct recorded { /* what a schedule and shared memory have in common */
    const struct rdl_switch *switches;
    size_t n_switches;
    const struct rdl_taken_choice *choices;
    size_t n_choices;
    size_t n_steps;
    const uint64_t *packed;              /* the steps, rdl_step_pack; or: */
    const struct rdl_schedule *schedule; /* that has them; both NULL: unknown */
    const struct rdl_script *script;     /* the followed script; NULL: none */
};

static int plan_compare(const void *a, const void *b)
{
    const struct rdl_script_choice *x = a, *y = b;

    if (x->tid != y->tid)
        return x->tid < y->tid ? -1 : 1;
    if (x->taken != y->taken)
        return x->taken < y->taken ? -1 : 1;
    return (x->nth > y->nth) - (x->nth < y->nth);
}

void rdl_plan_sort(struct rdl_plan *p)
{
    qsort(p->choices, p->n_choices, sizeof(*p->choices), plan_compare);
}

/* A choice is named by the thread that took the step before it. */
static void plan_choices(struct rdl_plan *p, const struct recorded *r)
{
    size_t k = 0;

    for (size_t i = 0; i < r->n_choices; i++) {
        const struct rdl_taken_choice *c = &r->choices[i];
        const struct rdl_script_segment *s;
        uint64_t end;

        while (k + 1 < r->n_switches && r->switches[k + 1].step < c->step)
            k++;
        s = &p->segments[k];
        end = k + 1 < r->n_switches ? r->switches[k + 1].step : r->n_steps;
        if (c->nth > UINT8_MAX || c->step > end)
            continue;
        p->choices[p->n_choices++] = (struct rdl_script_choice){
            .tid = s->tid,
            .taken = s->until - (uint32_t)(end - c->step),
            .nth = (uint8_t)c->nth,
            .kind = (uint8_t)c->kind,
            .value = c->value,
        };
    }
    rdl_plan_sort(p);
}

static enum rdl_op plan_op(const struct recorded *r, uint64_t step)
{
    return r->packed != NULL
               ? rdl_step_op(r->packed[step])
               : (enum rdl_op)r->schedule->sites[r->schedule->steps[step]].op;
}

/* Marks of a turn whose last step is before `end`, and has `until` steps of its
 * thread before it or at it. */
static void plan_marks(struct rdl_plan *p, const struct recorded *r, size_t i,
                       uint64_t end)
{
    const struct rdl_script_segment *s = &p->segments[i];

    if (r->packed == NULL && r->schedule == NULL)
        return;
    for (uint64_t step = r->switches[i].step; step < end; step++) {
        const enum rdl_op op = plan_op(r, step);

        if (op != RDL_OP_START && op != RDL_OP_CREATE)
            continue;
        if (p->n_marks == RDL_SCRIPT_MARKS)
            return;
        if ((p->n_marks & (p->n_marks - 1)) == 0)
            p->marks =
                rdl_grow(p->marks, (p->n_marks + 1) * 2 * sizeof(*p->marks));
        p->marks[p->n_marks++] = (struct rdl_script_mark){
            .tid = s->tid,
            .taken = s->until - (uint32_t)(end - step),
        };
    }
}

static bool plan_preempts(const struct rdl_script *script, size_t i)
{
    return i < script->n_switches && i < RDL_SCRIPT_SEGMENTS &&
           (script->preempts[i / 8] >> i % 8 & 1) != 0;
}

static bool plan_make(struct rdl_plan *p, const struct recorded *r)
{
    uint32_t taken[RDL_MAX_THREADS] = { 0 };

    *p = (struct rdl_plan){ 0 };
    if (r->n_switches == 0 || r->n_switches > RDL_SCRIPT_SEGMENTS ||
        r->n_choices > RDL_SCRIPT_CHOICES || r->n_steps > UINT32_MAX)
        return false;
    p->n_segments = r->n_switches;
    p->segments = rdl_alloc(r->n_switches * sizeof(*p->segments));
    p->choices = rdl_alloc((r->n_choices + 1) * sizeof(*p->choices));
    for (size_t i = 0; i < r->n_switches; i++) {
        const struct rdl_switch *sw = &r->switches[i];
        const bool last = i + 1 == r->n_switches;
        uint64_t end = last ? r->n_steps : sw[1].step;

        if (sw->tid >= RDL_MAX_THREADS || end < sw->step) {
            rdl_plan_free(p);
            return false;
        }
        taken[sw->tid] += (uint32_t)(end - sw->step);
        p->segments[i] = (struct rdl_script_segment){
            .until = taken[sw->tid],
            .tid = sw->tid,
            .to = last ? RDL_NO_TID : sw[1].tid,
            .end = last ? RDL_SCRIPT_GO_ON
                   : r->script == NULL || plan_preempts(r->script, i)
                       ? RDL_SCRIPT_SWITCH
                       : RDL_SCRIPT_IF_MUST,
        };
        plan_marks(p, r, i, end);
    }
    plan_choices(p, r);
    return true;
}

bool rdl_plan_of_schedule(struct rdl_plan *p, const struct rdl_schedule *s)
{
    return plan_make(p, &(struct recorded){
                            .switches = s->switches,
                            .n_switches = s->n_switches,
                            .choices = s->choices,
                            .n_choices = s->n_choices,
                            .n_steps = s->n_steps,
                            .schedule = s,
                        });
}

/* --- Spin loops ----------------------------------------------------------- */

/* The most turns that a round of a loop may take. */
#define TURNS_OF_A_ROUND 3

struct turn {
    size_t begin, n; /* steps */
};

struct turns { /* the latest of a thread, the last one first */
    struct turn all[TURNS_OF_A_ROUND];
};

static bool plan_same_turn(const struct rdl_schedule *s, struct turn a,
                           struct turn b, enum rdl_spin_rounds which)
{
    if (a.n != b.n || a.n == 0)
        return false;
    for (size_t i = 0; i < a.n; i++) {
        const struct rdl_site *site = &s->sites[s->steps[b.begin + i]];

        if (s->steps[a.begin + i] != s->steps[b.begin + i] ||
            (which == RDL_SPIN_IDLE &&
             rdl_op_effect((enum rdl_op)site->op) == RDL_ACTS))
            return false;
    }
    return true;
}

/* Is the turn like one of the latest? */
static bool plan_repeats(const struct rdl_schedule *s, const struct turns *t,
                         struct turn turn, enum rdl_spin_rounds which)
{
    for (size_t i = 0; i < TURNS_OF_A_ROUND; i++) {
        if (plan_same_turn(s, t->all[i], turn, which))
            return true;
    }
    return false;
}

static void plan_turn(struct turns *t, struct turn turn)
{
    memmove(t->all + 1, t->all, sizeof(t->all) - sizeof(t->all[0]));
    t->all[0] = turn;
}

/* Copies the turns that are not such rounds, with the numbers that their steps
 * have then.  Choices of the others go with them. */
static void plan_collapse(const struct rdl_schedule *s,
                          enum rdl_spin_rounds which, struct rdl_switch *to,
                          struct rdl_taken_choice *choices, struct recorded *r)
{
    struct turns *latest = rdl_alloc(RDL_MAX_THREADS * sizeof(*latest));
    size_t choice = 0;

    for (size_t i = 0; i < s->n_switches; i++) {
        const struct rdl_switch *sw = &s->switches[i];
        const size_t end =
            i + 1 < s->n_switches ? sw[1].step : (size_t)s->n_steps;
        const struct turn turn = { sw->step, end - sw->step };
        const bool round = plan_repeats(s, &latest[sw->tid], turn, which);

        plan_turn(&latest[sw->tid], turn);
        for (; choice < s->n_choices && s->choices[choice].step <= end;
             choice++) {
            if (round)
                continue;
            choices[r->n_choices] = s->choices[choice];
            choices[r->n_choices++].step -= sw->step - r->n_steps;
        }
        if (round)
            continue;
        if (r->n_switches == 0 || to[r->n_switches - 1].tid != sw->tid) {
            to[r->n_switches] = *sw;
            to[r->n_switches++].step = r->n_steps;
        }
        r->n_steps += turn.n;
    }
    free(latest);
}

bool rdl_plan_without_spins(struct rdl_plan *p, const struct rdl_schedule *s,
                            enum rdl_spin_rounds which)
{
    struct rdl_switch *switches =
        rdl_alloc((s->n_switches + 1) * sizeof(*switches));
    struct rdl_taken_choice *choices =
        rdl_alloc((s->n_choices + 1) * sizeof(*choices));
    struct recorded r = { .switches = switches, .choices = choices };
    bool made;

    plan_collapse(s, which, switches, choices, &r);
    made = r.n_steps < s->n_steps && plan_make(p, &r);
    free(switches);
    free(choices);
    return made;
}

bool rdl_plan_of_memory(struct rdl_plan *p, struct rdl_shared *shared)
{
    const struct rdl_region *r = shared->regions;

    return plan_make(
        p, &(struct recorded){
               .switches = rdl_shared_data(shared, RDL_TRACE_SWITCHES),
               .n_switches = r[RDL_TRACE_SWITCHES].used,
               .choices = rdl_shared_data(shared, RDL_TRACE_CHOICES),
               .n_choices = r[RDL_TRACE_CHOICES].used,
               .n_steps = r[RDL_TRACE_STEPS].used,
               .packed = rdl_shared_data(shared, RDL_TRACE_STEPS),
               .script = rdl_plan_script(shared),
           });
}

void rdl_plan_copy(struct rdl_plan *to, const struct rdl_plan *from)
{
    *to = *from;
    to->segments = rdl_alloc(from->n_segments * sizeof(*to->segments));
    memcpy(to->segments, from->segments,
           from->n_segments * sizeof(*to->segments));
    to->choices = rdl_alloc((from->n_choices + 1) * sizeof(*to->choices));
    memcpy(to->choices, from->choices, from->n_choices * sizeof(*to->choices));
    to->marks = rdl_alloc((from->n_marks + 1) * sizeof(*to->marks));
    if (from->n_marks > 0)
        memcpy(to->marks, from->marks, from->n_marks * sizeof(*to->marks));
}

void rdl_plan_free(struct rdl_plan *p)
{
    free(p->segments);
    free(p->choices);
    free(p->marks);
    *p = (struct rdl_plan){ 0 };
}

struct rdl_script *rdl_plan_script(struct rdl_shared *shared)
{
    return (void *)((char *)rdl_shared_data(shared, RDL_STRATEGY_BYTES) +
                    rdl_strategy_memory_at(
                        rdl_strategy_at(RDL_STRATEGY_ID_script)));
}

void rdl_plan_give(const struct rdl_plan *p, struct rdl_shared *shared)
{
    struct rdl_script *m = rdl_plan_script(shared);
    uint32_t last[RDL_MAX_THREADS];

    m->n_segments = (uint32_t)p->n_segments;
    m->n_choices = (uint32_t)p->n_choices;
    m->n_marks = (uint32_t)p->n_marks;
    m->n_holds = (uint32_t)p->n_holds;
    memcpy(m->holds, p->holds, sizeof(m->holds));
    for (uint32_t i = 0; i < m->n_segments; i++)
        m->segments[i] = p->segments[i];
    for (uint32_t i = 0; i < m->n_choices; i++)
        m->choices[i] = p->choices[i];
    for (size_t t = 0; t < RDL_MAX_THREADS; t++)
        m->first_segment[t] = m->first_choice[t] = last[t] = RDL_SCRIPT_NONE;
    for (uint32_t i = 0; i < m->n_segments; i++) {
        const rdl_tid t = p->segments[i].tid;

        if (last[t] == RDL_SCRIPT_NONE)
            m->first_segment[t] = i;
        else
            m->segments[last[t]].next = i;
        m->segments[i].next = RDL_SCRIPT_NONE;
        last[t] = i;
    }
    for (size_t t = 0; t < RDL_MAX_THREADS; t++)
        m->first_mark[t] = RDL_SCRIPT_NONE;
    for (uint32_t i = m->n_marks; i > 0; i--) {
        const rdl_tid t = p->marks[i - 1].tid;

        m->marks[i - 1] = p->marks[i - 1];
        m->marks[i - 1].next = m->first_mark[t];
        m->first_mark[t] = i - 1;
    }
    for (uint32_t i = m->n_choices; i > 0; i--)
        m->first_choice[p->choices[i - 1].tid] = i - 1;
}

struct rdl_plan_size rdl_plan_size(const struct rdl_plan *p)
{
    struct rdl_plan_size size = { .switches = p->n_segments - 1 };
    uint32_t steps[RDL_MAX_THREADS] = { 0 };

    for (size_t i = 0; i < p->n_segments; i++) {
        size.preemptions += p->segments[i].end == RDL_SCRIPT_SWITCH;
        size.threads += steps[p->segments[i].tid] == 0;
        steps[p->segments[i].tid] = p->segments[i].until;
    }
    for (size_t t = 0; t < RDL_MAX_THREADS; t++)
        size.steps += steps[t];
    size.choices = p->n_choices;
    return size;
}

bool rdl_plan_smaller(const struct rdl_plan_size *a,
                      const struct rdl_plan_size *b)
{
    /* An unusual choice counts as much as a preemption, and is harder to
     * believe. */
    if (a->preemptions + a->choices != b->preemptions + b->choices)
        return a->preemptions + a->choices < b->preemptions + b->choices;
    if (a->choices != b->choices)
        return a->choices < b->choices;
    if (a->switches != b->switches)
        return a->switches < b->switches;
    if (a->threads != b->threads)
        return a->threads < b->threads;
    return a->steps < b->steps;
}
