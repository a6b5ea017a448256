/* order.c - reverses orders of two operations, one by one.  It collects pairs
 * of conflicting operations from the end of the execution backwards, tries each
 * with rdl_explain_flip(), and reports the first whose reversal makes the
 * program pass. */
#include "explain/explainer.h"
#include "explain/waits/waiter.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

#define FLIPS 200 /* most orders that are reversed */
#define ACTS 4000 /* only the latest acts are considered */

struct pair { /* a happened before b */
    uint32_t a, b;
};

struct order {
    struct search *c;
    size_t n_pairs;
    struct pair *pairs;
};

static const struct rdl_history_act *order_act(const struct order *o,
                                               uint32_t i)
{
    return &o->c->acts.all[i];
}

static void order_add(struct order *o, uint32_t a, uint32_t b)
{
    const struct rdl_history_act *x = order_act(o, a), *y = order_act(o, b);

    for (size_t i = o->n_pairs; i > 0; i--) {
        const struct rdl_history_act *p = order_act(o, o->pairs[i - 1].a);
        const struct rdl_history_act *q = order_act(o, o->pairs[i - 1].b);

        if (p->e.pc == x->e.pc && q->e.pc == y->e.pc &&
            p->segment == x->segment && q->segment == y->segment &&
            p->e.op == x->e.op && q->e.op == y->e.op)
            return;
    }
    o->pairs = rdl_grow(o->pairs, (o->n_pairs + 1) * sizeof(*o->pairs));
    o->pairs[o->n_pairs++] = (struct pair){ .a = a, .b = b };
}

/* For each other thread, its latest turn before b that conflicts with b: the
 * first and the last conflicting act of it. */
static void order_pairs_of(struct order *o, const uint32_t *met, size_t n)
{
    static uint32_t first[RDL_MAX_THREADS], last[RDL_MAX_THREADS];
    const struct rdl_history_act *b = order_act(o, met[n]);

    memset(first, 0xff, sizeof(first));
    for (size_t i = n; i > 0; i--) {
        const struct rdl_history_act *a = order_act(o, met[i - 1]);
        const rdl_tid t = a->e.tid;

        if (a->step == UINT64_MAX || !rdl_trace_conflict(&a->e, &b->e))
            continue;
        if (first[t] == UINT32_MAX)
            first[t] = last[t] = met[i - 1];
        else if (order_act(o, last[t])->segment == a->segment)
            first[t] = met[i - 1];
    }
    for (size_t t = 0; t < RDL_MAX_THREADS; t++) {
        if (first[t] == UINT32_MAX)
            continue;
        order_add(o, last[t], met[n]);
        if (first[t] != last[t])
            order_add(o, first[t], met[n]);
    }
}

/* Starts at the end of the execution. */
static void order_pairs(struct order *o)
{
    uint32_t *met = rdl_alloc((o->c->acts.n + 1) * sizeof(*met));
    size_t n = 0, from;

    for (size_t i = 0; i < o->c->acts.n; i++) {
        if (o->c->shared[i])
            met[n++] = (uint32_t)i;
    }
    from = n > ACTS ? n - ACTS : 0;
    for (size_t i = n; i > from && o->n_pairs < FLIPS; i--)
        order_pairs_of(o, met + from, i - 1 - from);
    free(met);
}

/* In the execution that was just run: did b happen, and not a before it?  False
 * also if the thread of a ended on another path, with fewer steps.  `place`: b
 * counts also if its thread did it at another time. */
static bool order_turned(struct search *c, const struct rdl_history_act *a,
                         const struct rdl_history_act *b, bool place)
{
    struct rdl_history acts;
    bool first = false, done = false, later = false;

    if (!rdl_explain_acts(c, &acts))
        return false;
    for (size_t i = 0; i < acts.n && !later; i++) {
        const struct rdl_history_act *x = &acts.all[i];

        later = done && x->e.tid == a->e.tid;
        first = first || (!done && x->e.tid == a->e.tid && x->own == a->own);
        done = done || (x->e.tid == b->e.tid && (place || x->own == b->own) &&
                        x->at == b->at);
    }
    rdl_history_free(&acts);
    return later && !first;
}

bool rdl_explain_flip(struct search *c, const struct rdl_history_act *a,
                      const struct rdl_history_act *b)
{
    return rdl_explain_flip_at(c, a, b, a->hold, b->at);
}

/* Does it end in that state when b comes first?  False if that is impossible.
 */
static bool order_ends(struct search *c, const struct rdl_history_act *a,
                       const struct rdl_history_act *b, uint32_t taken,
                       uintptr_t pc, enum rdl_state end)
{
    struct rdl_shared *shared = c->k->worker->memory.shared;
    struct rdl_plan p;

    rdl_plan_copy(&p, &c->k->best);
    p.n_holds = 1;
    p.holds[0] = (struct rdl_script_hold){
        .tid = a->e.tid,
        .taken = taken,
        .other = b->e.tid,
        .pc = pc,
        .addr = b->e.addr,
    };
    rdl_minimize_try(c->k, &p);
    rdl_plan_free(&p);
    /* It may have been unnecessary to hold any thread back. */
    return shared->outcome.state == end &&
           (rdl_plan_script(shared)->kept != 0 ||
            order_turned(c, a, b, pc == 0));
}

bool rdl_explain_flip_at(struct search *c, const struct rdl_history_act *a,
                         const struct rdl_history_act *b, uint32_t taken,
                         uintptr_t pc)
{
    return order_ends(c, a, b, taken, pc, RDL_EXITED);
}

/* The nearest act of a's thread before or after `a` that also conflicts with b;
 * NULL if there is none. */
static const struct rdl_history_act *
order_beside(const struct search *c, const struct rdl_history_act *a,
             const struct rdl_history_act *b, bool before)
{
    const struct rdl_history_act *end = c->acts.all + c->acts.n, *x = a;

    while (before ? x-- > c->acts.all : ++x < end) {
        if (x->e.tid == a->e.tid && x->own != a->own && !x->waits &&
            rdl_trace_conflict(&x->e, &b->e))
            return x;
    }
    return NULL;
}

/* Does it also fail when b comes before a: just before it, and when the others
 * do all that they can before a? */
static bool order_fails(struct search *c, const struct rdl_history_act *a,
                        const struct rdl_history_act *b)
{
    return order_ends(c, a, b, a->hold, b->at, RDL_FOUND) &&
           !order_ends(c, a, b, a->hold, 0, RDL_EXITED);
}

/* The reversed pair was adjacent.  Would the program also pass with one of the
 * two moved further out?  Returns the act that it must not pass; NULL if there
 * is no such act. */
static const struct rdl_history_act *
order_bound(struct search *c, const struct rdl_history_act *a,
            const struct rdl_history_act *b)
{
    const struct rdl_history_act *x = order_beside(c, a, b, /*before=*/true);

    if (x != NULL && order_fails(c, x, b))
        return x;
    x = order_beside(c, b, a, /*before=*/false);
    return x != NULL && order_fails(c, a, x) ? x : NULL;
}

void rdl_explain_ordered(struct search *c, const struct rdl_history_act *a,
                         const struct rdl_history_act *b, struct clues *out)
{
    const struct rdl_history_act *bound = order_bound(c, a, b);

    c->named.first = a;
    c->named.between = NULL;
    c->named.last = b;
    out->n = out->n == 0 ? 1 : out->n;
    out->parts[0] = (struct clue){
        .kind = bound != NULL ? RDL_FACT_BOUNDED_ORDER : RDL_FACT_ORDER,
        .first = *a,
        .last = *b,
    };
    if (bound != NULL)
        out->parts[0].also = *bound;
}

/* The same pair of places may occur several times. */
static bool order_seen(const struct order *o, size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (order_act(o, o->pairs[i].a)->e.pc ==
                order_act(o, o->pairs[at].a)->e.pc &&
            order_act(o, o->pairs[i].b)->e.pc ==
                order_act(o, o->pairs[at].b)->e.pc)
            return true;
    }
    return false;
}

/* No single order decides: tries one that several pairs of threads have. */
static void order_several(struct order *o, struct clues *out)
{
    for (size_t i = 0; i < o->n_pairs && rdl_explain_left(o->c); i++) {
        const struct rdl_history_act *a = order_act(o, o->pairs[i].a);
        const struct rdl_history_act *b = order_act(o, o->pairs[i].b);
        unsigned n;

        if (!rdl_trace_accesses(&a->e) || order_seen(o, i))
            continue;
        n = rdl_explain_orders(o->c, &a, &b);
        if (n == 0)
            continue;
        o->c->named.first = a;
        o->c->named.between = NULL;
        o->c->named.last = b;
        out->parts[out->n++] = (struct clue){
            .kind = RDL_FACT_ORDER,
            .first = *a,
            .last = *b,
            .orders = (uint16_t)n,
        };
        return;
    }
}

static bool order_is(const struct rdl_history_act *a, const struct rdl_event *e)
{
    return a->e.tid == e->tid && a->e.pc == e->pc;
}

/* Replaces a window that does not show who should have signalled by an order of
 * what that thread decided on. */
void rdl_explain_order_wakes(struct search *c, struct clues *out)
{
    struct order o = { .c = c };
    struct named_acts named;

    order_pairs(&o);
    for (size_t i = 0; i < o.n_pairs && rdl_explain_left(c); i++) {
        const struct rdl_history_act *a = order_act(&o, o.pairs[i].a);
        const struct rdl_history_act *b = order_act(&o, o.pairs[i].b);

        if (!rdl_trace_accesses(&a->e) || !rdl_explain_flip(c, a, b))
            continue;
        rdl_explain_missed(c, &named);
        if (!rdl_waiter_left(c, named.signal.e.tid) ||
            (!order_is(a, &named.decision.e) &&
             !order_is(b, &named.decision.e)))
            continue;
        c->named = named;
        rdl_explain_ordered(c, a, b, out);
        out->n = 1;
        break;
    }
    free(o.pairs);
}

/* Finds an order that decides; accesses take precedence over locks. */
void rdl_explain_order(struct search *c, struct clues *out)
{
    struct order o = { .c = c };
    const struct pair *best = NULL;

    order_pairs(&o);
    for (size_t i = 0; i < o.n_pairs && rdl_explain_left(c); i++) {
        const struct pair *p = &o.pairs[i];

        if (best != NULL && (rdl_trace_accesses(&order_act(&o, best->a)->e) ||
                             !rdl_trace_accesses(&order_act(&o, p->a)->e)))
            continue;
        if (!rdl_explain_flip(c, order_act(&o, p->a), order_act(&o, p->b)))
            continue;
        rdl_explain_missed(c, &c->named);
        best = p;
    }
    if (best != NULL)
        rdl_explain_ordered(c, order_act(&o, best->a), order_act(&o, best->b),
                            out);
    else
        order_several(&o, out);
    free(o.pairs);
}

const struct rdl_explainer rdl_explainer_order = {
    .name = "order",
    .summary = "two operations whose order decides",
    .rank = RDL_EXPLAINS_ELSE,
    .future = true,
    .collect = rdl_explain_order,
};
