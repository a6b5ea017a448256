/* history.c - see history.h.  It goes through the steps of the trace once and
 * turns each into an act; memory freed in the course of a step becomes an act
 * behind it. */
#include "trace/history.h"

#include "trace/locks.h"
#include "trace/wakeups.h"
#include "util/alloc.h"

#include <stdlib.h>

struct build {
    struct rdl_history *a;
    const struct rdl_trace *t;
    uint32_t *own; /* of each step */
};

static void history_add(struct rdl_history *a,
                        const struct rdl_history_act *act)
{
    if ((a->n & (a->n - 1)) == 0)
        a->all = rdl_grow(a->all, (2 * a->n + 1) * sizeof(*a->all));
    a->all[a->n++] = *act;
}

static uint32_t history_asked(const struct build *b,
                              const struct rdl_trace_hold *h)
{
    return h->asked != RDL_NO_STEP ? b->own[h->asked] : 0;
}

/* How many steps the thread had taken before it asked for the first lock that
 * it holds as `step` begins; `own` if it holds none. */
static uint32_t history_held_since(const struct build *b, rdl_tid tid,
                                   size_t step, uint32_t own)
{
    const struct rdl_trace_hold *h = rdl_trace_holds(b->t, tid, step);

    for (; h != NULL; h = h->next) {
        if (history_asked(b, h) < own)
            own = history_asked(b, h);
    }
    return own;
}

/* The locks that its thread holds before it; the outermost ones, if they do not
 * all fit. */
static void history_locks(const struct build *b, struct rdl_history_act *act)
{
    const struct rdl_trace_hold *h =
        rdl_trace_holds(b->t, act->e.tid, (size_t)act->step);
    size_t n = 0;

    for (const struct rdl_trace_hold *i = h; i != NULL; i = i->next)
        n++;
    act->n_locks = (uint8_t)(n < RDL_HISTORY_LOCKS ? n : RDL_HISTORY_LOCKS);
    for (; h != NULL; h = h->next) {
        if (--n < RDL_HISTORY_LOCKS)
            act->locks[n] = (struct rdl_history_lock){
                .addr = h->lock,
                .own = history_asked(b, h),
                .shared = h->shared,
            };
    }
}

/* The results of the step: whom it woke, how its wait ended. */
static void history_came(const struct rdl_trace *t, struct rdl_history_act *act)
{
    RDL_TRACE_EXTRAS_OF(t, act->step, x)
    {
        if (x->kind == RDL_EXTRA_CALL) {
            act->e.value = x->call.pc;
            act->context = x->call.context;
        }
        act->waits = act->waits ||
                     (x->kind == RDL_EXTRA_WAIT && act->e.op != RDL_OP_WAIT);
        if (x->kind != RDL_EXTRA_WAKE)
            continue;
        if (rdl_trace_early(x)) {
            act->early = true;
            act->delayed = (rdl_tid)(x->wait.delayed - 1);
            act->ns = x->wait.ns;
        }
        if (x->wait.how != RDL_WOKEN_BY_THREAD)
            act->by_nobody = x->wait.how == RDL_WOKEN_BY_NOBODY;
        else if (act->n_woken++ == 0)
            act->woken = x->tid;
    }
}

/* Memory freed in the course of a step counts as after it. */
static void history_freed(const struct build *b,
                          const struct rdl_history_act *act)
{
    struct rdl_history_act freed = *act;

    freed.own++;
    freed.n_woken = 0;
    freed.waits = freed.by_nobody = freed.early = false;
    RDL_TRACE_EXTRAS_OF(b->t, act->step, x)
    {
        if (x->kind != RDL_EXTRA_FREE)
            continue;
        freed.e = (struct rdl_event){
            .pc = x->block.pc,
            .addr = x->block.addr,
            .size = (uint32_t)x->block.size,
            .tid = act->e.tid,
            .op = RDL_OP_FREE,
        };
        freed.hold =
            history_held_since(b, act->e.tid, (size_t)act->step + 1, act->own);
        history_add(b->a, &freed);
    }
}

void rdl_history_make(struct rdl_history *a, const struct rdl_trace *t)
{
    struct build b = { .a = a, .t = t };
    uint32_t taken[RDL_MAX_THREADS] = { 0 };
    size_t k = 0;

    *a = (struct rdl_history){ .n = 0 };
    b.own = rdl_alloc((t->n_steps + 1) * sizeof(*b.own));
    for (size_t i = 0; i < t->n_steps; i++) {
        struct rdl_history_act act = { .e = t->steps[i], .step = i };

        while (k + 1 < t->n_switches && t->switches[k + 1].step <= i)
            k++;
        act.at = act.e.pc;
        act.segment = (uint32_t)k;
        act.own = b.own[i] = taken[act.e.tid]++;
        act.hold = history_held_since(&b, act.e.tid, i, act.own);
        history_locks(&b, &act);
        act.value = act.e.value;
        act.e.value = 0;
        history_came(t, &act);
        history_add(a, &act);
        history_freed(&b, &act);
    }
    free(b.own);
}

bool rdl_history_take(struct rdl_history *a, struct rdl_shared *shared)
{
    struct rdl_trace t;
    const bool taken = rdl_trace_take(&t, shared);

    *a = (struct rdl_history){ .n = 0 };
    if (taken)
        rdl_history_make(a, &t);
    rdl_trace_free(&t);
    return taken;
}

void rdl_history_free(struct rdl_history *a)
{
    free(a->all);
}
