/* numbers.c - see numbers.h. */
#include "trace/numbers.h"

#include <string.h>

struct numbers {
    rdl_tid of[RDL_MAX_THREADS]; /* by slot */
    bool begun[RDL_MAX_THREADS]; /* the thread in the slot has taken a step */
    size_t n;                    /* threads so far, with main */
};

static void numbers_begin(struct numbers *m)
{
    memset(m, 0, sizeof(*m));
    for (size_t i = 0; i < RDL_MAX_THREADS; i++)
        m->of[i] = RDL_NO_TID;
    m->of[0] = 0;
    m->begun[0] = true;
    m->n = 1;
}

static void numbers_new(struct numbers *m, rdl_tid slot)
{
    m->of[slot] = m->n < RDL_MAX_THREADS ? (rdl_tid)m->n : RDL_NO_TID;
    m->begun[slot] = false;
    m->n++;
}

/* The thread takes the step.  Its creation may not have been recorded. */
static void numbers_step(struct numbers *m, const struct rdl_event *e)
{
    if (m->of[e->tid] == RDL_NO_TID ||
        (e->op == RDL_OP_START && m->begun[e->tid]))
        numbers_new(m, e->tid);
    m->begun[e->tid] = true;
}

static void numbers_extra(struct numbers *m, const struct rdl_extra *x)
{
    if (x->kind == RDL_EXTRA_CREATE)
        numbers_new(m, x->created.tid);
    if (m->of[x->tid] == RDL_NO_TID)
        numbers_new(m, x->tid);
}

/* Goes on to the step, or to the end, from step `from`. */
static void numbers_until(struct numbers *m, const struct rdl_trace *t,
                          size_t from, size_t step)
{
    for (size_t i = from; i < t->n_steps && i <= step; i++) {
        numbers_step(m, &t->steps[i]);
        RDL_TRACE_EXTRAS_OF(t, i, x)
        {
            /* The thread of a step is that before what the step does. */
            if (i < step || step == RDL_NO_STEP)
                numbers_extra(m, x);
        }
    }
}

static rdl_tid numbers_get(const struct numbers *m, rdl_tid slot)
{
    return slot < RDL_MAX_THREADS && m->of[slot] != RDL_NO_TID ? m->of[slot]
                                                               : slot;
}

/* Are there too many for numbers? */
static bool numbers_fit(const struct rdl_trace *t)
{
    struct numbers m;

    numbers_begin(&m);
    numbers_until(&m, t, 0, RDL_NO_STEP);
    return m.n <= RDL_MAX_THREADS;
}

rdl_tid rdl_trace_number_of(const struct rdl_trace *t, rdl_tid slot,
                            size_t step)
{
    struct numbers m;

    if (slot == RDL_NO_TID || !numbers_fit(t))
        return slot;
    numbers_begin(&m);
    numbers_until(&m, t, 0, step);
    return numbers_get(&m, slot);
}

/* The thread that did something to the block of the finding, by its latest
 * record; `slot` may have another thread by now. */
static rdl_tid numbers_block(const struct rdl_trace *t,
                             const struct numbers *last, rdl_tid slot,
                             enum rdl_extra_kind kind)
{
    const struct rdl_finding *f = t->finding;
    const uintptr_t start = f->addr - (uintptr_t)f->block.offset;

    if (slot == RDL_NO_TID || !f->block.known)
        return slot;
    for (size_t i = t->n_extras; i > 0; i--) {
        const struct rdl_extra *x = &t->extras[i - 1];

        if (x->kind == kind && x->block.addr == start)
            return x->tid; /* a number already */
    }
    return numbers_get(last, slot);
}

static void numbers_finding(struct rdl_trace *t, const struct numbers *last)
{
    struct rdl_finding *f = t->finding;

    f->tid = numbers_get(last, f->tid);
    for (size_t i = 0; i < f->n_cycle && i < RDL_MAX_VIEWS; i++)
        f->cycle[i] = numbers_get(last, f->cycle[i]);
    for (size_t i = 0; i < f->n_threads && i < RDL_MAX_VIEWS; i++) {
        f->threads[i].tid = numbers_get(last, f->threads[i].tid);
        f->threads[i].holder = numbers_get(last, f->threads[i].holder);
    }
    f->block.maker = numbers_block(t, last, f->block.maker, RDL_EXTRA_MADE);
    f->block.freer = numbers_block(t, last, f->block.freer, RDL_EXTRA_FREE);
}

void rdl_trace_number(struct rdl_trace *t)
{
    struct numbers m;

    if (t->n_steps == 0 || !numbers_fit(t))
        return;
    numbers_begin(&m);
    for (size_t i = 0; i < t->n_steps; i++) {
        struct rdl_event *e = &t->steps[i];

        numbers_step(&m, e);
        e->tid = numbers_get(&m, e->tid);
        for (size_t k = t->first[i]; k < t->first[i + 1]; k++) {
            struct rdl_extra *x = &t->extras[k];

            numbers_extra(&m, x);
            if (x->kind == RDL_EXTRA_CREATE)
                x->created.tid = numbers_get(&m, x->created.tid);
            if (x->kind == RDL_EXTRA_WAKE && x->wait.delayed != 0)
                x->wait.delayed =
                    (uint16_t)(numbers_get(&m, x->wait.delayed - 1) + 1);
            x->tid = numbers_get(&m, x->tid);
        }
    }
    for (size_t i = 0; i < t->n_switches; i++) {
        if (t->switches[i].step < t->n_steps)
            t->switches[i].tid = t->steps[t->switches[i].step].tid;
    }
    numbers_finding(t, &m);
    t->n_threads = m.n;
}
