/* marks.c - who was inside which function, from the recorded steps of an
 * execution. */
#include "gen/run/runner.h"

#include <string.h>

struct marks {
    const struct rdl_gen_test *test;
    /* By suffix: calls begun; is it in one; has that had an effect? */
    unsigned begun[RDL_WIRE_SUFFIXES];
    bool open[RDL_WIRE_SUFFIXES], acted[RDL_WIRE_SUFFIXES];
    uint64_t last[RDL_WIRE_SUFFIXES]; /* step of its latest effect */
    size_t n;
    struct at {
        uint64_t step;
        struct rdl_gen_mark mark;
    } all[RDL_GEN_MARKS];
};

static void marks_add(struct marks *m, unsigned suffix, uint64_t step,
                      bool enters)
{
    const unsigned call =
        rdl_gen_test_first(m->test, suffix) + m->begun[suffix] - 1;
    size_t i = m->n;

    if (m->n == RDL_GEN_MARKS)
        return;
    /* A return is known only later. */
    for (; i > 0 && m->all[i - 1].step > step; i--)
        m->all[i] = m->all[i - 1];
    m->all[i] = (struct at){
        .step = step,
        .mark = {
            .thread = (uint8_t)suffix,
            .enters = enters,
            .function = rdl_gen_test_call(m->test, call)->function,
        },
    };
    m->n++;
}

/* A function is entered at its first effect and left at its last one: what it
 * does before it has the lock and after it has released it concerns nobody.  A
 * thread that waits for a lock has not had an effect yet; its next step is
 * behind the wait. */
static void marks_step(struct marks *m, unsigned suffix, uint64_t step,
                       enum rdl_op op)
{
    if (op == RDL_OP_CALL) {
        m->open[suffix] = m->begun[suffix] < m->test->suffixes[suffix].n;
        m->begun[suffix] += m->open[suffix];
        m->acted[suffix] = false;
        return;
    }
    if (!m->open[suffix] || op == RDL_OP_LOCK)
        return;
    if (!m->acted[suffix])
        marks_add(m, suffix, step, true);
    if (!m->acted[suffix] || op != RDL_OP_RETURN)
        m->last[suffix] = step;
    m->acted[suffix] = true;
    if (op == RDL_OP_RETURN) {
        m->open[suffix] = false;
        marks_add(m, suffix, m->last[suffix], false);
    }
}

struct turns { /* who took which of the recorded steps */
    const uint64_t *steps;
    const struct rdl_switch *switches;
    uint64_t n_steps, n_switches;
};

static uint64_t marks_turn_end(const struct turns *t, uint64_t i)
{
    const uint64_t end =
        i + 1 < t->n_switches ? t->switches[i + 1].step : t->n_steps;

    return end < t->n_steps ? end : t->n_steps;
}

/* The n-th of the threads that begin calls, by ascending number, runs suffix
 * n. */
static void marks_suffixes(const struct turns *t, unsigned n_suffixes,
                           uint8_t *suffix_of)
{
    unsigned suffix = 0;

    memset(suffix_of, UINT8_MAX, RDL_MAX_THREADS);
    for (uint64_t i = 0; i < t->n_switches; i++) {
        const rdl_tid tid = t->switches[i].tid;

        for (uint64_t k = t->switches[i].step; k < marks_turn_end(t, i); k++) {
            if (rdl_step_op(t->steps[k]) == RDL_OP_CALL && tid > 0 &&
                tid < RDL_MAX_THREADS)
                suffix_of[tid] = 0;
        }
    }
    for (size_t k = 0; k < RDL_MAX_THREADS; k++) {
        if (suffix_of[k] == 0)
            suffix_of[k] = suffix < n_suffixes ? (uint8_t)suffix++ : UINT8_MAX;
    }
}

size_t rdl_gen_run_marks(struct rdl_gen_runner *r, const struct rdl_gen_test *t,
                         struct rdl_gen_mark out[RDL_GEN_MARKS])
{
    struct rdl_shared *s = r->worker.memory.shared;
    const struct turns turns = {
        .steps = rdl_shared_data(s, RDL_TRACE_STEPS),
        .switches = rdl_shared_data(s, RDL_TRACE_SWITCHES),
        .n_steps = s->regions[RDL_TRACE_STEPS].used,
        .n_switches = s->regions[RDL_TRACE_SWITCHES].used,
    };
    static struct marks m;
    uint8_t suffix_of[RDL_MAX_THREADS];

    memset(&m, 0, sizeof(m));
    m.test = t;
    marks_suffixes(&turns, t->n_suffixes, suffix_of);
    for (uint64_t i = 0; i < turns.n_switches; i++) {
        const rdl_tid tid = turns.switches[i].tid;

        if (tid >= RDL_MAX_THREADS || suffix_of[tid] == UINT8_MAX)
            continue;
        for (uint64_t k = turns.switches[i].step; k < marks_turn_end(&turns, i);
             k++)
            marks_step(&m, suffix_of[tid], k, rdl_step_op(turns.steps[k]));
    }
    for (size_t i = 0; i < m.n; i++)
        out[i] = m.all[i].mark;
    return m.n;
}
