/* witness.c - see witness.h.
 *
 * A lock call that had to wait is two steps of its thread, one that does not
 * is one.  In the reordering locks are free when they are taken, so steps that
 * their thread took again are left out of its count. */
#include "campaign/predict/witness.h"

#include "trace/wakeups.h"
#include "util/alloc.h"

#include <stdlib.h>

struct making {
    struct rdl_witness *w;
    const struct rdl_trace *t;
    const struct rdl_reordered *one;
    uint32_t taken[RDL_MAX_THREADS]; /* steps of the trace */
    uint32_t own[RDL_MAX_THREADS];   /* steps of the plan */
    size_t choice;                   /* the next one of the schedule */
};

/* Does the thread take this step again? */
static bool witness_again(const struct rdl_trace *t, size_t step)
{
    const enum rdl_op op = (enum rdl_op)t->steps[step].op;

    switch (rdl_op_class(op)) {
    case RDL_CLASS_LOCK:
    case RDL_CLASS_THREAD:
    case RDL_CLASS_CONDITION:
    case RDL_CLASS_SYNC:
        return op != RDL_OP_FUTEX_WAIT && rdl_trace_attempt(t, step);
    default:
        return false;
    }
}

static void witness_segment(struct rdl_plan *p, rdl_tid tid, uint32_t until)
{
    struct rdl_script_segment *last =
        p->n_segments > 0 ? &p->segments[p->n_segments - 1] : NULL;

    if (last != NULL && last->tid == tid) {
        last->until = until;
        return;
    }
    if (last != NULL)
        last->to = tid;
    /* Grows by doubling. */
    if ((p->n_segments & (p->n_segments - 1)) == 0)
        p->segments =
            rdl_grow(p->segments, (p->n_segments > 0 ? 2 * p->n_segments : 1) *
                                      sizeof(*p->segments));
    p->segments[p->n_segments++] = (struct rdl_script_segment){
        .until = until,
        .tid = tid,
        .to = RDL_NO_TID,
        .end = RDL_SCRIPT_SWITCH,
    };
}

/* The unusual choices that came right after that step, which the plan has. */
static void witness_choices(struct making *m, const struct rdl_schedule *s,
                            size_t step, rdl_tid tid, bool kept)
{
    struct rdl_plan *p = &m->w->plan;

    for (; m->choice < s->n_choices && s->choices[m->choice].step <= step + 1;
         m->choice++) {
        const struct rdl_taken_choice *c = &s->choices[m->choice];

        if (!kept || c->nth > UINT8_MAX)
            continue;
        p->choices[p->n_choices++] = (struct rdl_script_choice){
            .tid = tid,
            .taken = m->own[tid],
            .nth = (uint8_t)c->nth,
            .kind = (uint8_t)c->kind,
            .value = c->value,
        };
    }
}

static void witness_steps(struct making *m, const struct rdl_schedule *s)
{
    const struct rdl_reordered *one = m->one;

    for (size_t i = 0; i < m->t->n_steps; i++) {
        const rdl_tid tid = m->t->steps[i].tid;
        const bool in = m->taken[tid]++ < one->cut[tid];

        if (in && !witness_again(m->t, i))
            witness_segment(&m->w->plan, tid, ++m->own[tid]);
        witness_choices(m, s, i, tid, in);
    }
}

static void witness_part(struct making *m, size_t i)
{
    const struct rdl_reordered_part *p = &m->one->parts[i];
    const rdl_tid tid = m->t->steps[p->event].tid;

    m->w->parts[i] = (struct rdl_witness_part){
        .tid = tid,
        .own = m->own[tid],
        .pc = p->op == RDL_OP_FREE ? 0 : p->pc,
    };
}

/* The part that goes on first once all stand there.  Of a race the access that
 * came later before: that is the order which the execution did not show. */
static size_t witness_first(const struct rdl_reordered *one)
{
    if (one->deadlock || one->parts[0].op == RDL_OP_FREE)
        return one->deadlock ? 0 : 1;
    return one->parts[1].op != RDL_OP_FREE &&
           one->parts[1].event > one->parts[0].event;
}

bool rdl_witness_make(struct rdl_witness *w, const struct rdl_reading *r,
                      const struct rdl_schedule *schedule,
                      const struct rdl_reordered *one)
{
    struct making *m = rdl_alloc(sizeof(*m));
    size_t at = witness_first(one);

    *w = (struct rdl_witness){ .deadlock = one->deadlock, .n = one->n };
    w->plan.choices =
        rdl_alloc((schedule->n_choices + 1) * sizeof(*w->plan.choices));
    *m = (struct making){ .w = w, .t = r->t, .one = one };
    witness_steps(m, schedule);
    for (size_t i = 0; i < w->n; i++)
        witness_part(m, i);
    for (size_t i = 0; i < w->n; i++, at = (at + 1) % w->n)
        witness_segment(&w->plan, w->parts[at].tid, w->parts[at].own + 1);
    w->plan.segments[w->plan.n_segments - 1].end = RDL_SCRIPT_GO_ON;
    rdl_plan_sort(&w->plan);
    free(m);
    if (w->plan.n_segments <= RDL_SCRIPT_SEGMENTS &&
        w->plan.n_choices <= RDL_SCRIPT_CHOICES)
        return true;
    rdl_witness_free(w);
    return false;
}

void rdl_witness_free(struct rdl_witness *w)
{
    rdl_plan_free(&w->plan);
    *w = (struct rdl_witness){ .n = 0 };
}

/* --- What came of it ------------------------------------------------------ */

struct looking {
    const struct rdl_witness *w;
    uint32_t own[RDL_REORDER_PARTS];
    bool next[RDL_REORDER_PARTS]; /* its next step is the one wanted */
};

/* All have taken their steps and no more; then only the next step of each is
 * missing. */
static bool witness_there(const struct looking *l)
{
    for (size_t i = 0; i < l->w->n; i++) {
        if (l->own[i] != l->w->parts[i].own)
            return false;
    }
    return true;
}

bool rdl_witness_stood(const struct rdl_witness *w, struct rdl_shared *shared)
{
    const struct rdl_region *r = shared->regions;
    const struct rdl_switch *sw = rdl_shared_data(shared, RDL_TRACE_SWITCHES);
    const uint64_t *steps = rdl_shared_data(shared, RDL_TRACE_STEPS);
    struct looking l = { .w = w };
    bool there = false;
    size_t next = 0;
    rdl_tid tid = 0;

    for (size_t i = 0; i < r[RDL_TRACE_STEPS].used; i++) {
        there |= witness_there(&l);
        for (; next < r[RDL_TRACE_SWITCHES].used && sw[next].step <= i; next++)
            tid = sw[next].tid;
        for (size_t k = 0; k < w->n; k++) {
            if (w->parts[k].tid != tid)
                continue;
            if (there && l.own[k] == w->parts[k].own)
                l.next[k] = rdl_step_pc(steps[i]) == w->parts[k].pc;
            l.own[k]++;
        }
    }
    for (size_t k = 0; k < w->n; k++)
        there &= w->parts[k].pc == 0 || l.next[k];
    return there;
}
