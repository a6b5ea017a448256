/* orders.c - the same order in several threads.  If one thread does something
 * too early for all others, or all others for it, then reversing the order with
 * one of them is not enough.  Here all are reversed together. */
#include "explain/search.h"

/* Threads have numbers in the order of their creation. */
static const struct rdl_history_act *orders_created(const struct search *c,
                                                    rdl_tid tid)
{
    unsigned n = 0;

    if (tid == 0)
        return c->acts.all;
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.op == RDL_OP_CREATE && act_done(a) && ++n == tid)
            return a;
    }
    return NULL;
}

static bool orders_has(const struct rdl_plan *p, rdl_tid tid, rdl_tid other)
{
    for (size_t i = 0; i < p->n_holds; i++) {
        if (p->holds[i].tid == tid && p->holds[i].other == other)
            return true;
    }
    return false;
}

/* The first such act of a's thread while the thread of b existed and could come
 * before it. */
static const struct rdl_history_act *
orders_first(const struct search *c, const struct rdl_history_act *a,
             const struct rdl_history_act *b)
{
    const struct rdl_history_act *x = orders_created(c, b->e.tid);

    for (; x != NULL && x < b; x++) {
        if (act_done(x) && x->e.tid == a->e.tid && x->e.pc == a->e.pc &&
            x->e.op == a->e.op && rdl_trace_conflict(&x->e, &b->e))
            return x;
    }
    return NULL;
}

/* Lists each pair of threads that did the two in that order, to be reversed.
 * False if there are too many. */
static bool orders_gather(const struct search *c,
                          const struct rdl_history_act **one,
                          const struct rdl_history_act **two,
                          struct rdl_plan *p)
{
    const struct rdl_history_act *a = *one, *b = *two;

    for (const struct rdl_history_act *y = c->acts.all;
         y < c->acts.all + c->acts.n; y++) {
        if (y->e.pc != b->e.pc || y->e.op != b->e.op)
            continue;
        for (const struct rdl_history_act *x = c->acts.all; x < y; x++) {
            const struct rdl_history_act *first;

            if (!act_done(x) || x->e.pc != a->e.pc || x->e.op != a->e.op ||
                !rdl_trace_conflict(&x->e, &y->e) ||
                orders_has(p, x->e.tid, y->e.tid))
                continue;
            first = orders_first(c, x, y);
            if (first == NULL)
                continue;
            if (p->n_holds == RDL_SCRIPT_HOLDS)
                return false;
            if (p->n_holds == 0) {
                *one = first;
                *two = y;
            }
            p->holds[p->n_holds++] = (struct rdl_script_hold){
                .tid = x->e.tid,
                .taken = first->hold,
                .other = y->e.tid,
                .pc = y->at,
                .addr = y->e.addr,
                .early = true,
            };
        }
    }
    return true;
}

unsigned rdl_explain_orders(struct search *c, const struct rdl_history_act **a,
                            const struct rdl_history_act **b)
{
    struct rdl_shared *shared = c->k->worker->memory.shared;
    struct rdl_plan p;
    unsigned n = 0;

    rdl_plan_copy(&p, &c->k->best);
    p.n_holds = 0;
    if (orders_gather(c, a, b, &p) && p.n_holds > 1) {
        rdl_minimize_try(c->k, &p);
        if (shared->outcome.state == RDL_EXITED &&
            rdl_plan_script(shared)->kept == (UINT32_C(1) << p.n_holds) - 1)
            n = (unsigned)p.n_holds;
    }
    rdl_plan_free(&p);
    return n;
}
