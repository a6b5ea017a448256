/* coverage_hits.c - each execution that counts raises each requirement that it
 * covered by one: whoever counts it, and if processes die or the driver runs it
 * again. */
#include "coverage/delta.h"
#include "coverage_setup.h"

static struct setup *workers(uint32_t n)
{
    return setup_of(RDL_METRIC_BIT(def_use), 256,
                    (struct rdl_coverage_limits){ .locations = LOCATIONS,
                                                  .requirements = REQUIREMENTS,
                                                  .members = MEMBERS,
                                                  .workers = n });
}

static const struct rdl_hits_arrays *arrays(const struct setup *s)
{
    return &s->covering->shared.hits;
}

/* "covered/failed" of the pair of locations. */
static void assert_hits(struct setup *s, unsigned l1, unsigned l2,
                        unsigned covered, unsigned failed)
{
    uint32_t id;
    struct rdl_hits hits;

    rdl_coverage_sync(s->coverage);
    id = rdl_requirements_find(s->covering,
                               rdl_key(RDL_METRIC_def_use,
                                       rdl_location_of(s->locations, PC(l1)),
                                       rdl_location_of(s->locations, PC(l2))));
    assert_int_not_equal(id, 0);
    hits = rdl_hits_of(arrays(s), id);
    assert_int_equal(hits.covered, covered);
    assert_int_equal(hits.failed, failed);
}

static void execute(struct setup *s, uint64_t number, const char *text)
{
    rdl_coverage_begin(s->coverage, number);
    run(s, text);
    rdl_coverage_end(s->coverage);
}

static void once_for_each_execution(void **unused)
{
    struct setup *s = workers(1);

    (void)unused;
    for (uint64_t e = 0; e < 5; e++) {
        execute(s, e, e == 3 ? "1Wx@1 2Rx@2 2Rx@2 2Rx@3 2Rx@2" : "1Wx@1 2Rx@2");
        rdl_coverage_count(s->coverage);
        rdl_hits_settle(arrays(s), 1, e, e + 1);
    }
    assert_hits(s, 1, 2, 5, 0);
    assert_hits(s, 1, 3, 1, 0);
    teardown(s);
}

/* The process ended with the execution: the driver counts what is listed. */
static void the_driver_counts_what_a_process_left(void **unused)
{
    struct setup *s = workers(2);
    struct setup *other = setup_join(s->memory, 2);

    (void)unused;
    execute(s, 0, "1Wx@1 2Rx@2");
    rdl_coverage_count(s->coverage);
    execute(other, 7, "1Wx@1 2Rx@2 2Rx@3");
    rdl_hits_settle(arrays(s), 2, 7, 8);
    rdl_hits_failed(arrays(s), 2, 7);
    rdl_hits_settle(arrays(s), 2, 7, 8); /* it is settled */
    rdl_hits_settle(arrays(s), 1, 0, 1);
    assert_hits(s, 1, 2, 2, 1);
    assert_hits(s, 1, 3, 1, 1);
    teardown(other);
    teardown(s);
}

/* A process may die at any moment.  Here: with `counted` of its requirements
 * counted, before the driver knows that the execution has ended. */
static void die_after(struct setup *s, uint64_t number, uint32_t counted)
{
    execute(s, number, "1Wx@1 2Rx@2 2Rx@3 2Rx@4");
    assert_int_equal(s->covering->n_order, 3);
    rdl_hits_count(&s->covering->slot, s->covering->order, counted);
    if (counted < s->covering->n_order)
        s->covering->slot.sheet->counted = 0;
}

static void what_does_not_count_is_taken_back(void **unused)
{
    for (uint32_t counted = 0; counted <= 3; counted++) {
        struct setup *s = workers(1);

        (void)unused;
        execute(s, 0, "1Wx@1 2Rx@2 2Rx@3 2Rx@4");
        rdl_coverage_count(s->coverage);
        die_after(s, 1, counted);
        rdl_hits_settle(arrays(s), 1, 0, 1); /* only execution 0 counts */
        for (unsigned l = 2; l <= 4; l++)
            assert_hits(s, 1, l, 1, 0);
        rdl_hits_settle(arrays(s), 1, 0, 1);
        for (unsigned l = 2; l <= 4; l++)
            assert_hits(s, 1, l, 1, 0);
        teardown(s);
    }
}

/* The driver counts it all the same, or runs it again in another process. */
static void what_was_half_counted_counts_once(void **unused)
{
    for (uint32_t counted = 0; counted <= 3; counted++) {
        for (int again = 0; again < 2; again++) {
            struct setup *s = workers(1), *next = NULL;

            (void)unused;
            die_after(s, 0, counted);
            if (again) {
                next = setup_join(s->memory, 1);
                execute(next, 0, "1Wx@1 2Rx@2 2Rx@3 2Rx@4");
                rdl_coverage_count(next->coverage);
            }
            rdl_hits_settle(arrays(s), 1, 0, 1);
            for (unsigned l = 2; l <= 4; l++)
                assert_hits(s, 1, l, 1, 0);
            if (next != NULL)
                teardown(next);
            teardown(s);
        }
    }
}

static void a_repetition_counts_nothing(void **unused)
{
    struct setup *s = workers(1);

    (void)unused;
    execute(s, 0, "1Wx@1 2Rx@2");
    rdl_coverage_count(s->coverage);
    rdl_hits_settle(arrays(s), 1, 0, 1);
    s->coverage->repeats = true;
    execute(s, 0, "1Wx@1 2Rx@2 2Rx@3");
    rdl_coverage_count(s->coverage);
    assert_hits(s, 1, 2, 1, 0);
    assert_hits(s, 1, 3, 0, 0);
    teardown(s);
}

/* A target can write anything there. */
static void an_overwritten_list_is_harmless(void **unused)
{
    struct setup *s = workers(1);

    (void)unused;
    execute(s, 0, "1Wx@1 2Rx@2");
    s->covering->slot.sheet->n = UINT32_MAX;
    for (uint32_t i = 1; i <= REQUIREMENTS; i++)
        s->covering->slot.list[i] = UINT32_MAX;
    rdl_hits_settle(arrays(s), 1, 0, 1);
    rdl_hits_failed(arrays(s), 1, 0);
    assert_hits(s, 1, 2, 1, 1);
    teardown(s);
}

/* --- Deltas --------------------------------------------------------------- */

static void deltas_add_each_execution_once(void **unused)
{
    struct setup *a = workers(1), *b = workers(1), *sum = workers(0);
    struct rdl_delta_mark marks[2] = { { .modules = 0 } };
    struct rdl_delta_source sources[2] = { { .modules = NULL } };
    struct rdl_delta d;

    (void)unused;
    /* Locations are in module 1. */
    for (int i = 0; i < 2; i++) {
        const char *path = i == 0 ? "/bin/0" : "/bin/1";

        rdl_coverage_module(a->memory, &a->coverage->participant, path, NULL,
                            0);
        rdl_coverage_module(b->memory, &b->coverage->participant, path, NULL,
                            0);
    }
    for (uint64_t e = 0; e < 6; e++) {
        struct setup *s = e % 2 == 0 ? a : b;

        execute(s, e, e < 4 ? "1Wx@1 2Rx@2" : "1Wx@1 2Rx@2 2Rx@3");
        rdl_coverage_count(s->coverage);
        rdl_hits_settle(arrays(s), 1, e, e + 1);
        if (e == 5)
            rdl_hits_failed(arrays(s), 1, e);
        assert_int_equal(
            rdl_coverage_delta_take(s->coverage, &marks[e % 2], &d), 0);
        for (int twice = 0; twice < 2; twice++)
            assert_int_equal(
                rdl_coverage_delta_apply(sum->coverage, &sources[e % 2], &d),
                0);
        rdl_delta_free(&d);
    }
    assert_hits(sum, 1, 2, 6, 1);
    assert_hits(sum, 1, 3, 2, 1);
    for (int i = 0; i < 2; i++) {
        rdl_delta_mark_reset(&marks[i]);
        rdl_delta_source_free(&sources[i]);
    }
    teardown(sum);
    teardown(b);
    teardown(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(once_for_each_execution),
        cmocka_unit_test(the_driver_counts_what_a_process_left),
        cmocka_unit_test(what_does_not_count_is_taken_back),
        cmocka_unit_test(what_was_half_counted_counts_once),
        cmocka_unit_test(a_repetition_counts_nothing),
        cmocka_unit_test(an_overwritten_list_is_harmless),
        cmocka_unit_test(deltas_add_each_execution_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
