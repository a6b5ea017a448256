/* coverage_bound.c - estimating costs what it brings, and has an end: programs
 * whose places make far more pairs than there is room for, and such whose
 * conditions take long to look at. */
#include "coverage_setup.h"

#include "coverage/estimate/parts.h"

#include <time.h>

static const struct rdl_coverage_limits many = { .locations = 1 << 16,
                                                 .requirements = 1 << 16,
                                                 .members = 16 };

static void event(struct rdl_estimate *e, rdl_tid tid, uint8_t op,
                  uintptr_t addr, uintptr_t place)
{
    const struct rdl_event x = {
        .tid = tid, .op = op, .addr = addr, .size = 8, .pc = PC(place)
    };

    rdl_estimate_event(e, &x);
}

static void lock(struct rdl_estimate *e, rdl_tid tid, uintptr_t lock,
                 uintptr_t place)
{
    event(e, tid, RDL_OP_LOCK, lock, place);
    event(e, tid, RDL_OP_HOLD, lock, place);
}

static double seconds_since(clock_t begin)
{
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* Two threads that lock once on each of `n` lines. */
static void lines(struct rdl_estimate *e, unsigned n)
{
    for (rdl_tid tid = 1; tid <= 2; tid++) {
        for (unsigned i = 0; i < n; i++) {
            lock(e, tid, OBJECT('m'), tid * n + i);
            event(e, tid, RDL_OP_RMW, OBJECT('x'), tid * n + i);
            event(e, tid, RDL_OP_UNLOCK, OBJECT('m'), 0);
        }
    }
}

/* 20,000 lines make 800 million pairs: it ends when the table is full. */
static void a_full_table_ends_it(void **state)
{
    struct setup *s = setup_of(RDL_ALL_METRICS, 256, many);
    struct rdl_estimate *e =
        rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);
    const clock_t begin = clock();

    (void)state;
    lines(e, 20000);
    assert_int_equal(rdl_estimate_finish(e), 0);
    printf("20,000 lines in each of two threads: %.2f s\n",
           seconds_since(begin));
    assert_true(seconds_since(begin) < 2);
    /* Not because it was too much work. */
    assert_false(rdl_estimate_cut(e));
    assert_true(rdl_coverage_unrecorded(s->memory) > 0);
    assert_in_range(s->memory->requirements.estimated[RDL_METRIC_sync_pair],
                    1000, many.requirements / 4);
    rdl_estimate_free(e);
    teardown(s);
}

/* A thread inside a lock for each of `n` levels; every two levels of different
 * threads have a lock in common, and it takes the whole of both sets to know.
 */
static void nested(struct rdl_estimate *e, unsigned n)
{
    for (rdl_tid tid = 1; tid <= 2; tid++) {
        for (unsigned i = 0; i < n; i++) {
            lock(e, tid, OBJECT(256 + i), i % 50);
            event(e, tid, RDL_OP_RMW, OBJECT('x'), 50 + i % 50);
        }
        for (unsigned i = n; i-- > 0;)
            event(e, tid, RDL_OP_UNLOCK, OBJECT(256 + i), 0);
    }
}

static void work_of_conditions_is_bounded(void **state)
{
    uint32_t estimated[2];

    (void)state;
    for (int round = 0; round < 2; round++) {
        struct setup *s = setup();
        struct rdl_estimate *e =
            rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);
        const clock_t begin = clock();

        nested(e, 3000);
        assert_int_equal(rdl_estimate_finish(e), 0);
        printf("3,000 nested locks: %.2f s\n", seconds_since(begin));
        assert_true(seconds_since(begin) < 5);
        assert_true(rdl_estimate_cut(e));
        estimated[round] =
            s->memory->requirements.estimated[RDL_METRIC_sync_pair];
        rdl_estimate_free(e);
        teardown(s);
    }
    /* Counted, not timed. */
    assert_int_equal(estimated[0], estimated[1]);
}

/* Two threads that copy `n` large blocks in turns. */
static void large_accesses_are_bounded(void **state)
{
    struct setup *s = setup();
    struct rdl_estimate *e =
        rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);
    struct rdl_event x = { .op = RDL_OP_WRITE,
                           .addr = OBJECT('x'),
                           .size = 1 << 15 };

    (void)state;
    e->most_work = 1 << 22;
    for (unsigned i = 0; i < 500 && !rdl_estimate_cut(e); i++) {
        x.tid = 1 + i % 2;
        x.pc = PC(x.tid);
        rdl_estimate_event(e, &x);
    }
    assert_true(rdl_estimate_cut(e));
    rdl_estimate_free(e);
    teardown(s);
}

/* A single access to eight million words ends at the bound, not after it. */
static void one_huge_access_is_bounded(void **state)
{
    struct setup *s = setup();
    struct rdl_estimate *e =
        rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);
    const struct rdl_event x = { .tid = 1,
                                 .op = RDL_OP_WRITE,
                                 .addr = OBJECT('x'),
                                 .size = 1 << 26,
                                 .pc = PC(1) };

    (void)state;
    e->most_work = 1 << 20;
    rdl_estimate_event(e, &x);
    assert_in_range(e->work, e->most_work, 2 * e->most_work);
    assert_true(rdl_estimate_cut(e));
    rdl_estimate_free(e);
    teardown(s);
}

static void little_work_brings_little(void **state)
{
    uint32_t before = 0;

    (void)state;
    for (uint64_t most = 200; most <= 204800; most *= 4) {
        struct setup *s = setup_of(RDL_ALL_METRICS, 256, many);
        struct rdl_estimate *e =
            rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);

        e->most_work = most;
        lines(e, 60);
        rdl_estimate_finish(e);
        assert_true(rdl_requirements_n(s->covering) >= before);
        before = rdl_requirements_n(s->covering);
        assert_int_equal(rdl_estimate_cut(e), most < 40000);
        rdl_estimate_free(e);
        teardown(s);
    }
    assert_true(before > 60 * 60);
}

static bool third_time(void *asked)
{
    return ++*(unsigned *)asked >= 3;
}

static void whoever_asked_may_stop_it(void **state)
{
    struct setup *s = setup_of(RDL_ALL_METRICS, 256, many);
    struct rdl_estimate *e =
        rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);
    const clock_t begin = clock();
    unsigned asked = 0;

    (void)state;
    rdl_estimate_stop_if(e, third_time, &asked);
    nested(e, 3000);
    assert_int_equal(rdl_estimate_finish(e), 0);
    assert_true(rdl_estimate_cut(e));
    assert_true(asked >= 3);
    assert_true(seconds_since(begin) < 0.5);
    rdl_estimate_free(e);
    teardown(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_table_ends_it),
        cmocka_unit_test(work_of_conditions_is_bounded),
        cmocka_unit_test(large_accesses_are_bounded),
        cmocka_unit_test(one_huge_access_is_bounded),
        cmocka_unit_test(little_work_brings_little),
        cmocka_unit_test(whoever_asked_may_stop_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
