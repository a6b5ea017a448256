/* trace_take.c - a trace as it is taken from shared memory, which the target
 * may have damaged. */
#include "base/rng.h"
#include "trace/history.h"
#include "trace/locks.h"
#include "trace/order.h"
#include "trace/reads_from.h"
#include "trace/wakeups.h"

#include "trace_setup.h"

#define ROOM 64

/* Shared memory with room for ROOM of each kind of record. */
struct memory {
    struct rdl_shared shared;
    uint64_t places[ROOM];
    struct rdl_switch switches[ROOM];
    struct rdl_event events[ROOM];
    struct rdl_extra extras[ROOM];
};
static struct memory *m;

static void region(enum rdl_region_id id, void *data)
{
    m->shared.regions[id] = (struct rdl_region){
        .offset = (uintptr_t)data - (uintptr_t)m,
        .capacity = ROOM,
    };
}

static int set_up(void **state)
{
    (void)state;
    m = calloc(1, sizeof(*m));
    region(RDL_TRACE_STEPS, m->places);
    region(RDL_TRACE_SWITCHES, m->switches);
    region(RDL_TRACE_EVENTS, m->events);
    region(RDL_TRACE_EXTRAS, m->extras);
    m->shared.config.flags = RDL_CFG_TRACE;
    n_steps = n_extras = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(m);
    return 0;
}

/* What was written by hand, as the recorder leaves it. */
static void recorded(void)
{
    struct rdl_region *r = m->shared.regions;

    for (size_t i = 0; i < n_steps; i++) {
        m->places[i] = rdl_step_pack(steps[i].pc, rdl_event_rest(&steps[i]));
        m->events[i] = steps[i];
        if (i == 0 || steps[i].tid != steps[i - 1].tid)
            m->switches[r[RDL_TRACE_SWITCHES].used++] =
                (struct rdl_switch){ .step = i, .tid = steps[i].tid };
    }
    memcpy(m->extras, extras, n_extras * sizeof(*extras));
    r[RDL_TRACE_STEPS].used = r[RDL_TRACE_EVENTS].used = n_steps;
    r[RDL_TRACE_EXTRAS].used = n_extras;
}

static void it_is_a_copy(void **state)
{
    struct rdl_trace t;
    int x;

    (void)state;
    create(0, 1);
    access_to(1, RDL_OP_WRITE, &x, 7);
    recorded();
    m->shared.n_labels = 1;
    strcpy(m->shared.labels[0].text, "queue");
    strcpy(m->shared.finding.kind, "abort");
    m->shared.outcome.steps = 2;
    assert_true(rdl_trace_take(&t, &m->shared));
    memset(m, 0, sizeof(*m));
    assert_int_equal(t.n_steps, 2);
    assert_int_equal(t.steps[1].value, 7);
    assert_int_equal(t.n_extras, 1);
    assert_int_equal(t.extras[0].created.tid, 1);
    assert_int_equal(t.n_threads, 2);
    assert_string_equal(t.labels[0].text, "queue");
    assert_string_equal(t.finding->kind, "abort");
    assert_int_equal(t.outcome.steps, 2);
    rdl_trace_free(&t);
}

static void one_that_was_not_recorded(void **state)
{
    struct rdl_trace t;
    struct rdl_history acts;

    (void)state;
    step(0, RDL_OP_FENCE, NULL);
    recorded();
    m->shared.config.flags = 0;
    strcpy(m->shared.finding.kind, "abort");
    assert_false(rdl_trace_take(&t, &m->shared));
    assert_int_equal(t.n_steps, 0);
    assert_string_equal(t.finding->kind, "abort");
    rdl_trace_free(&t);
    assert_false(rdl_history_take(&acts, &m->shared));
    assert_int_equal(acts.n, 0);
    m->shared.config.flags = RDL_CFG_TRACE;
    m->shared.regions[RDL_TRACE_STEPS].used = 0;
    assert_false(rdl_trace_take(&t, &m->shared));
    rdl_trace_free(&t);
}

static void a_step_that_was_never_settled(void **state)
{
    struct rdl_trace t;
    long lock;

    (void)state;
    step(0, RDL_OP_FENCE, NULL);
    take(1, &lock);
    recorded();
    m->events[1] = (struct rdl_event){ .pc = 0 };
    assert_true(rdl_trace_take(&t, &m->shared));
    assert_int_equal(t.steps[1].op, RDL_OP_LOCK);
    assert_int_equal(t.steps[1].pc, noted);
    assert_int_equal(t.steps[1].tid, 1);
    rdl_trace_free(&t);
}

static void extras_that_make_no_sense(void **state)
{
    struct rdl_trace t;
    int x;

    (void)state;
    for (int i = 0; i < 4; i++)
        step(0, RDL_OP_FENCE, NULL);
    holds(0, &x); /* kept, of step 3 */
    extras[n_extras - 1].step = 2;
    came(0, RDL_EXTRA_PASSED)->step = 1; /* out of order */
    came(0, RDL_EXTRA_PASSED)->step = 4; /* of a step that was not taken */
    came(0, RDL_EXTRA_NONE);
    came(0, RDL_N_EXTRAS);
    came(RDL_MAX_THREADS, RDL_EXTRA_PASSED);
    came(0, RDL_EXTRA_CREATE)->created.tid = RDL_MAX_THREADS;
    came(0, RDL_EXTRA_FRAME)->frame.size = 1; /* below address 0 */
    came(0, RDL_EXTRA_PASSED);                /* kept */
    recorded();
    assert_true(rdl_trace_take(&t, &m->shared));
    assert_int_equal(t.n_extras, 2);
    assert_ptr_equal(rdl_trace_extra(&t, 2, RDL_EXTRA_HOLD), &t.extras[0]);
    assert_null(rdl_trace_extra(&t, 2, RDL_EXTRA_PASSED));
    assert_ptr_equal(rdl_trace_extra(&t, 3, RDL_EXTRA_PASSED), &t.extras[1]);
    rdl_trace_free(&t);
}

static void ask_everything(struct rdl_trace *t)
{
    struct rdl_history acts;
    rdl_tid by;

    for (size_t i = 0; i < t->n_steps; i++) {
        assert_true(t->steps[i].op < RDL_N_OPS);
        assert_true(t->steps[i].tid < t->n_threads);
        for (const struct rdl_trace_hold *h =
                 rdl_trace_holds(t, t->steps[i].tid, i);
             h != NULL; h = h->next)
            assert_true(h->taken < i);
        rdl_trace_before(t, 0, i, RDL_BY_THREADS);
        rdl_trace_before(t, 0, i, RDL_BY_LOCKS);
        rdl_trace_woken(t, i, &by);
        assert_true(by == RDL_NO_TID || by < t->n_threads);
        assert_true(rdl_trace_write_before(t, i) == RDL_NO_STEP ||
                    rdl_trace_write_before(t, i) < i);
    }
    rdl_history_make(&acts, t);
    assert_true(acts.n >= t->n_steps);
    rdl_history_free(&acts);
}

static void damaged_memory(void **state)
{
    struct rdl_rng rng = { 1 };

    (void)state;
    for (int round = 0; round < 300; round++) {
        unsigned char *bytes = (unsigned char *)m->places;
        struct rdl_trace t;

        for (size_t i = 0; bytes + i < (unsigned char *)(m + 1); i++)
            bytes[i] = (unsigned char)rdl_rng_next(&rng);
        for (size_t i = 0; i < ROOM; i++) { /* likely ones, too */
            m->extras[i].step = i + rdl_rng_below(&rng, 3);
            if (i % 4 != 0)
                m->extras[i].kind =
                    (uint8_t)rdl_rng_below(&rng, RDL_N_EXTRAS + 1);
            if (i % 5 != 0)
                m->extras[i].tid = (rdl_tid)rdl_rng_below(&rng, 4);
            if (i % 3 != 0)
                m->extras[i].lock.addr = rdl_rng_below(&rng, 3);
            if (i % 2 == 0)
                m->events[i].op = (uint8_t)rdl_rng_below(&rng, RDL_N_OPS);
            m->switches[i].step = i;
            if (i % 7 != 0)
                m->switches[i].tid = (uint16_t)rdl_rng_below(&rng, 4);
        }
        for (int i = 0; i < RDL_N_REGIONS; i++)
            m->shared.regions[i].used = ROOM;
        assert_true(rdl_trace_take(&t, &m->shared));
        ask_everything(&t);
        rdl_trace_free(&t);
    }
}

/* What src/explain and src/minimize read. */
static void acts(void **state)
{
    struct rdl_trace t;
    struct rdl_history a;
    long lock, other;
    int x;

    (void)state;
    create(0, 1);
    take(1, &lock);
    take(1, &other);
    came(1, RDL_EXTRA_CALL)->call.pc = 77;
    access_to(1, RDL_OP_WRITE, &x, 7);
    came(1, RDL_EXTRA_CALL)->call.pc = 99;
    came(1, RDL_EXTRA_FREE)->block.addr = (uintptr_t)&x;
    give(1, &other);
    access_to(0, RDL_OP_READ, &x, 7);
    rdl_trace_make(&t, steps, n_steps, extras, n_extras);
    rdl_history_make(&a, &t);
    assert_int_equal(a.n, 7);
    assert_int_equal(a.all[3].step, 3);
    assert_int_equal(a.all[3].value, 7);
    assert_int_equal(a.all[3].e.value, 99);
    assert_int_equal(a.all[3].own, 2);
    assert_int_equal(a.all[3].hold, 0);
    assert_int_equal(a.all[3].n_locks, 2);
    assert_int_equal(a.all[3].locks[0].addr, (uintptr_t)&lock);
    assert_int_equal(a.all[3].locks[1].own, 1);
    assert_int_equal(a.all[4].e.op, RDL_OP_FREE);
    assert_int_equal(a.all[4].own, 3);
    assert_int_equal(a.all[6].e.tid, 0);
    assert_int_equal(a.all[6].n_locks, 0);
    rdl_history_free(&a);
    rdl_trace_free(&t);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(it_is_a_copy),
        TEST(one_that_was_not_recorded),
        TEST(a_step_that_was_never_settled),
        TEST(extras_that_make_no_sense),
        TEST(damaged_memory),
        TEST(acts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
