/* schedule_facts.h - explanations for tests/unit/schedule.c. */
#ifndef RDL_TESTS_UNIT_SCHEDULE_FACTS_H
#define RDL_TESTS_UNIT_SCHEDULE_FACTS_H

#include "schedule/schedule.h"
#include "util/die.h"

#include <stdio.h>
#include <string.h>

static rdl_tid facts_tid_of(const struct rdl_schedule *s, uint64_t step)
{
    rdl_tid tid = 0;

    for (size_t i = 0; i < s->n_switches && s->switches[i].step <= step; i++)
        tid = s->switches[i].tid;
    return tid;
}

static void facts_make_step(struct rdl_rng *rng, const struct rdl_schedule *s,
                            struct rdl_fact_step *out)
{
    const bool taken = s->n_steps > 0 && rdl_rng_next(rng) % 2 == 0;

    out->role = (enum rdl_role)(rdl_rng_next(rng) % RDL_N_ROLES);
    out->op = (uint8_t)(rdl_rng_next(rng) % (RDL_N_OPS + 1));
    out->step = taken ? rdl_rng_next(rng) % s->n_steps : RDL_FACT_NO_STEP;
    out->tid = taken ? facts_tid_of(s, out->step) : 3;
    snprintf(out->what, sizeof(out->what), "write \"x\"\\%u", out->op);
    snprintf(out->place.file, sizeof(out->place.file), "dir/a b.c");
    out->place.line = (uint32_t)rdl_rng_next(rng);
}

/* With as many facts and steps as there may be, now and then. */
static void facts_make(struct rdl_rng *rng, struct rdl_schedule *s)
{
    struct rdl_explanation *x;

    if (rdl_rng_next(rng) % 3 == 0)
        return;
    x = s->why = rdl_alloc(sizeof(*x));
    x->n = (uint8_t)(1 + rdl_rng_next(rng) % RDL_FACTS);
    for (size_t i = 0; i < x->n; i++) {
        struct rdl_fact *f = &x->facts[i];

        f->kind = (enum rdl_fact_kind)(rdl_rng_next(rng) % RDL_N_FACT_KINDS);
        f->how = (enum rdl_how)(rdl_rng_next(rng) % RDL_N_HOWS);
        f->turn = rdl_rng_next(rng) % 2 == 0 || s->n_steps == 0
                      ? RDL_NO_TID
                      : facts_tid_of(s, rdl_rng_next(rng) % s->n_steps);
        f->passes_before = rdl_rng_next(rng) % 2 == 0;
        f->passes_after = rdl_rng_next(rng) % 2 == 0;
        f->count = (uint16_t)rdl_rng_next(rng);
        f->delay_ns = i % 2 == 0 ? rdl_rng_next(rng) >> (1 + f->count % 60) : 0;
        f->n_steps = (uint8_t)(rdl_rng_next(rng) % (RDL_FACT_STEPS + 1));
        for (size_t k = 0; k < f->n_steps; k++)
            facts_make_step(rng, s, &f->steps[k]);
    }
    x->n_threads = (uint8_t)(rdl_rng_next(rng) % (RDL_FACT_THREADS + 1));
    for (size_t i = 0; i < x->n_threads; i++) {
        x->threads[i].tid = (rdl_tid)(rdl_rng_next(rng) % RDL_MAX_THREADS);
        snprintf(x->threads[i].function, sizeof(x->threads[i].function), "f%zu",
                 i);
    }
}

static void facts_assert_same(const struct rdl_explanation *a,
                              const struct rdl_explanation *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a == NULL)
        return;
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->n_threads, b->n_threads);
    for (size_t i = 0; i < a->n_threads; i++) {
        assert_int_equal(a->threads[i].tid, b->threads[i].tid);
        assert_string_equal(a->threads[i].function, b->threads[i].function);
    }
    for (size_t i = 0; i < a->n; i++) {
        const struct rdl_fact *f = &a->facts[i], *g = &b->facts[i];

        assert_int_equal(f->kind, g->kind);
        assert_int_equal(f->how, g->how);
        assert_int_equal(f->turn, g->turn);
        assert_int_equal(f->passes_before, g->passes_before);
        assert_int_equal(f->passes_after, g->passes_after);
        assert_int_equal(f->count, g->count);
        assert_int_equal(f->delay_ns, g->delay_ns);
        assert_int_equal(f->n_steps, g->n_steps);
        for (size_t k = 0; k < f->n_steps; k++) {
            const struct rdl_fact_step *s = &f->steps[k], *t = &g->steps[k];

            assert_int_equal(s->role, t->role);
            assert_int_equal(s->op, t->op);
            assert_int_equal(s->step, t->step);
            assert_int_equal(s->tid, t->tid);
            assert_string_equal(s->what, t->what);
            assert_string_equal(s->place.file, t->place.file);
            assert_int_equal(s->place.line, t->place.line);
            assert_string_equal(s->call.file, t->call.file);
        }
    }
}

#endif
