/* prefix.c - see prefix.h. */
#include "syn/prefix.h"

#include "syn/parts.h"
#include "trace/wakeups.h"
#include "util/alloc.h"

#include <stdlib.h>

/* HOLD: the same call, which had to wait. */
static uint8_t prefix_op(uint8_t op)
{
    return op == RDL_OP_HOLD ? RDL_OP_LOCK : op;
}

void rdl_syn_prefix_make(struct rdl_syn_prefix *p, const struct rdl_syn *s,
                         const struct rdl_trace *t,
                         const struct rdl_syn_variant *v)
{
    *p = (struct rdl_syn_prefix){
        .n = v->n,
        .steps = rdl_alloc((v->n + 1) * sizeof(*p->steps)),
    };
    for (size_t i = 0; i < v->n; i++) {
        const struct rdl_syn_event *e = &s->events[v->events[i]];

        p->steps[i] = (struct rdl_syn_prefix_step){
            .tid = e->tid,
            .op = prefix_op(e->op),
            .own = e->own,
            .pc = t->steps[e->step].pc,
        };
    }
}

bool rdl_syn_prefix_came(const struct rdl_syn_prefix *p,
                         const struct rdl_trace *t)
{
    uint32_t own[RDL_MAX_THREADS] = { 0 }, last[RDL_MAX_THREADS] = { 0 };
    size_t next = 0;

    for (size_t i = 0; i < p->n; i++)
        last[p->steps[i].tid] = p->steps[i].own;

    for (size_t i = 0; i < t->n_steps && next < p->n; i++) {
        const struct rdl_event *e = &t->steps[i];
        const struct rdl_syn_prefix_step *want = &p->steps[next];

        if (rdl_trace_attempt(t, i))
            continue;
        if (++own[e->tid] > last[e->tid])
            return false;
        if (e->tid != want->tid || own[e->tid] != want->own)
            continue;
        if (prefix_op(e->op) != want->op || e->pc != want->pc)
            return false;
        next++;
    }
    return next == p->n;
}

void rdl_syn_prefix_free(struct rdl_syn_prefix *p)
{
    free(p->steps);
    *p = (struct rdl_syn_prefix){ .n = 0 };
}
