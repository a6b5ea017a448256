/* coverage_tables.c - the tables that last for a campaign: numbers, counts,
 * room, and memory that moves. */
#include "coverage_setup.h"

static void a_ledger_numbers_keys_in_order_of_arrival(void **state)
{
    enum { MANY = 5000 };
    struct setup *s =
        setup_of(0, 256, (struct rdl_coverage_limits){ .locations = MANY });
    struct setup *other = setup_join(s->memory, 2);

    (void)state;
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(rdl_location_of(s->locations, PC(i * 64)),
                         RDL_LOC_FIRST + i);
    for (uint32_t i = 0; i < MANY; i++) {
        assert_int_equal(rdl_location_of(s->locations, PC(i * 64)),
                         RDL_LOC_FIRST + i);
        assert_int_equal(rdl_location_of(other->locations, PC(i * 64)),
                         RDL_LOC_FIRST + i);
        assert_int_equal(pc_of(other->locations, RDL_LOC_FIRST + i),
                         PC(i * 64));
    }
    assert_int_equal(s->memory->locations.lost, 0);
    assert_int_equal(rdl_location_of(s->locations, PC(1)), RDL_LOC_REST);
    assert_int_equal(s->memory->locations.lost, 1);
    teardown(other);
    teardown(s);
}

static void the_first_execution_that_covered_is_noted(void **state)
{
    struct setup *s = setup();
    const struct rdl_covering *t = s->covering;
    uint32_t id;

    (void)state;
    rdl_coverage_begin(s->coverage, 7);
    run(s, "1Wx@1 2Rx@2");
    assert_int_equal(t->n_new, 5);
    rdl_coverage_begin(s->coverage, 8);
    assert_int_equal(t->n_order, 0);
    run(s, "1Wx@1 2Rx@2 2Rx@3");
    assert_int_equal(t->n_order, 10);
    assert_int_equal(t->n_new, 5);
    id = id_of(s, "def-use 1,2");
    assert_int_equal(rdl_requirement_first(t, id), 7);
    assert_true(rdl_requirement_curr(t, id));
    id = id_of(s, "def-use 1,3");
    assert_int_equal(rdl_requirement_first(t, id), 8);
    rdl_coverage_begin(s->coverage, 9);
    assert_false(rdl_requirement_curr(t, id));
    assert_true(rdl_requirement_covered(t, id));
    assert_int_equal(rdl_coverage_covered(s->memory, RDL_METRIC_BIT(def_use)),
                     2);
    assert_false(rdl_requirement_covered(t, 0));
    teardown(s);
}

static void estimate(struct setup *s, const char *text)
{
    uint64_t keys[32];
    size_t n = parse_keys(s, text, keys, 32);

    for (size_t i = 0; i < n; i++)
        assert_int_not_equal(rdl_requirements_estimate(s->covering, keys[i]),
                             0);
}

static uint32_t open_at(struct setup *s, uintptr_t place, unsigned metric)
{
    return rdl_requirements_open(
        s->covering, rdl_location_of(s->locations, PC(place)), metric);
}

static void open_requirements_are_counted_by_location(void **state)
{
    const unsigned m = RDL_METRIC_def_use;
    struct setup *s = setup();

    (void)state;
    estimate(s, "def-use 1,2 1,3 3,3 2,1; pset 1,2");
    estimate(s, "def-use 1,2"); /* once more: nothing changes */
    assert_int_equal(open_at(s, 1, m), 3);
    assert_int_equal(open_at(s, 2, m), 2);
    assert_int_equal(open_at(s, 3, m), 2); /* (3,3) counts once */
    assert_int_equal(open_at(s, 1, RDL_METRIC_pset), 1);
    run(s, "1Wx@1 1Rx@2 1Rx@2");
    assert_int_equal(open_at(s, 1, m), 2);
    assert_int_equal(open_at(s, 2, m), 1);
    assert_int_equal(open_at(s, 1, RDL_METRIC_pset), 1);
    assert_int_equal(s->memory->requirements.estimated[m], 4);
    assert_int_equal(s->memory->requirements.covered[m], 1);
    assert_int_equal(s->memory->requirements.both[m], 1);
    run(s, "1Rx@4"); /* covered, not estimated */
    assert_int_equal(s->memory->requirements.covered[m], 2);
    assert_int_equal(s->memory->requirements.both[m], 1);
    estimate(s, "def-use 1,4"); /* too late to be open */
    assert_int_equal(s->memory->requirements.both[m], 2);
    assert_int_equal(open_at(s, 4, m), 0);
    assert_int_equal(rdl_requirements_open(s->covering, RDL_LOC_UNKNOWN, m), 0);
    teardown(s);
}

static void all_requirements_with_a_location_are_found(void **state)
{
    struct setup *s = setup();
    const struct rdl_covering *t = s->covering;
    uint32_t three, n = 0;

    (void)state;
    estimate(s, "def-use 1,2 1,3 3,3 3,4 2,4; sync-pair 3,1; blocked 3 4");
    three = rdl_location_of(s->locations, PC(3));
    for (uint32_t id = rdl_requirements_with(t, three); id != 0;
         id = rdl_requirements_with_next(t, three, id)) {
        uint64_t key = rdl_requirement_key(t, id);

        assert_true(rdl_key_l1(key) == three || rdl_key_l2(key) == three);
        n++;
    }
    assert_int_equal(n, 5);
    teardown(s);
}

/* The next process maps the memory elsewhere. */
static void tables_go_on_after_they_have_moved(void **state)
{
    struct setup *s = setup();
    void *moved = malloc(s->size);

    (void)state;
    run(s, "1Wx@1 2Rx@2");
    memcpy(moved, s->memory, s->size);
    memset(s->memory, 0xff, s->size);
    free(s->memory);
    s->memory = moved;
    assert_int_equal(setup_attach(s, RDL_ALL_METRICS, 2), 0);
    rdl_coverage_begin(s->coverage, 1);
    run(s, "1Wx@1 2Rx@3");
    expect_of(s, COVERED, RDL_METRIC_BIT(def_use), "def-use 1,2 1,3");
    assert_int_equal(s->memory->locations.n, 3);
    assert_true(rdl_coverage_memory_sound(moved, s->size));
    teardown(s);
}

static void a_full_table_counts_what_it_loses(void **state)
{
    struct setup *s = setup_small(LOCATIONS, 4, 4);

    (void)state;
    run(s, "1Wx@1 1Rx@2 1Rx@3 1Rx@4 1Rx@4");
    expect_of(s, COVERED, RDL_ALL_METRICS, "def-use 1,2 1,3; adjacent 1,2 2,3");
    /* (1,4) twice, (3,4), (4,4) */
    assert_int_equal(rdl_coverage_lost(s->coverage), 4);
    assert_true(rdl_coverage_memory_sound(s->memory, s->size));
    teardown(s);
}

/* However much is possible, there is room for other metrics, and for what will
 * be covered. */
static void estimates_leave_room(void **state)
{
    struct setup *s = setup_small(LOCATIONS, 64, 4);

    (void)state;
    for (unsigned m = 0; m < 4; m++) {
        for (uint32_t l = 0; l < 100; l++) {
            const uint32_t at = rdl_location_of(s->locations, PC(l));

            rdl_requirements_estimate(s->covering, rdl_key(m, at, at));
        }
    }
    assert_int_equal(rdl_coverage_estimated(s->memory, 1), 16);
    assert_int_equal(rdl_coverage_estimated(s->memory, 2), 16);
    assert_int_equal(rdl_requirements_n(s->covering), 32);
    assert_int_equal(rdl_coverage_lost(s->coverage), 400 - 32);
    run(s, "1Wx@1 1Rx@2 1Rx@3 1Rx@4");
    assert_true(rdl_coverage_covered(s->memory, RDL_ALL_METRICS) >= 6);
    teardown(s);
}

/* Locations without a number are one, and nothing about it is recorded; but
 * what they write still hides earlier writes. */
static void a_full_table_of_locations_invents_nothing(void **state)
{
    struct setup *s = setup_small(2, REQUIREMENTS, 4);

    (void)state;
    run(s, "1Wx@1 1Rx@2 1Wx@3 1Rx@2 1Rx@4");
    assert_int_equal(rdl_requirements_n(s->covering), 2);
    assert_true(rdl_coverage_lost(s->coverage) > 0);
    teardown(s);
}

/* Without memory a history is short, and that is told; never wrong. */
static void a_supply_that_ends_is_told(void **state)
{
    (void)state;
    for (size_t allowed = 0; allowed < 7; allowed++) {
        struct setup *s = setup_of(
            RDL_ALL_METRICS, allowed,
            (struct rdl_coverage_limits){ .locations = LOCATIONS,
                                          .requirements = REQUIREMENTS });

        s->coverage->memos = NULL;

        run(s, "1Hm@1 1Wx@2 1Wx0:4@3 1Um@4 2Hm@5 2Rx@6 2Um@7");
        for (uint32_t id = 1; id <= rdl_requirements_n(s->covering); id++) {
            uint64_t key = rdl_requirement_key(s->covering, id);
            struct setup *whole = setup();

            run(whole, "1Hm@1 1Wx@2 1Wx0:4@3 1Um@4 2Hm@5 2Rx@6 2Um@7");
            /* Reads of initial values are what is left to see. */
            if (rdl_key_metric(key) != RDL_METRIC_reads_from)
                assert_int_not_equal(
                    rdl_requirements_find(whole->covering, key), 0);
            teardown(whole);
        }
        assert_true(rdl_coverage_lost(s->coverage) > 0);
        teardown(s);
    }
}

static void a_query_for_a_new_requirement_has_no_number(void **state)
{
    struct setup *s = setup();
    struct rdl_query query;
    struct rdl_event e;

    (void)state;
    run(s, "1Wx@1");
    parse_event("2Rx@2", &e);
    rdl_coverage_query(s->coverage, RDL_METRIC_BIT(def_use), &e, &query);
    assert_int_equal(query.n, 1);
    assert_int_equal(query.at[0].id, 0);
    assert_int_equal(rdl_requirements_n(s->covering), 0);
    parse_event("2Ry@2", &e);
    rdl_coverage_query(s->coverage, RDL_METRIC_BIT(def_use), &e, &query);
    assert_int_equal(query.n, 0);
    teardown(s);
}

static uint32_t would_cover(struct setup *s, const char *text)
{
    struct rdl_query query;
    struct rdl_event e;

    parse_event(text, &e);
    rdl_coverage_query(s->coverage, RDL_ALL_METRICS, &e, &query);
    return query.n;
}

static void a_lock_that_is_held_is_waited_for_only_once(void **state)
{
    struct setup *s = setup();

    (void)state;
    run(s, "1Hm@1 2Lm@2");
    assert_int_equal(would_cover(s, "3Lm@3"), 3); /* blocked, ... */
    assert_int_equal(would_cover(s, "2Hm@2"), 0); /* waits already */
    assert_int_equal(would_cover(s, "1Lm@3"), 0); /* its own */
    run(s, "1Um@1");
    assert_int_equal(would_cover(s, "2Hm@2"), 3); /* follows, ... */
    teardown(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ledger_numbers_keys_in_order_of_arrival),
        cmocka_unit_test(the_first_execution_that_covered_is_noted),
        cmocka_unit_test(open_requirements_are_counted_by_location),
        cmocka_unit_test(all_requirements_with_a_location_are_found),
        cmocka_unit_test(tables_go_on_after_they_have_moved),
        cmocka_unit_test(a_full_table_counts_what_it_loses),
        cmocka_unit_test(estimates_leave_room),
        cmocka_unit_test(a_full_table_of_locations_invents_nothing),
        cmocka_unit_test(a_supply_that_ends_is_told),
        cmocka_unit_test(a_query_for_a_new_requirement_has_no_number),
        cmocka_unit_test(a_lock_that_is_held_is_waited_for_only_once),
    };

    return cmocka_run_group_tests_name("coverage_tables", tests, NULL, NULL);
}
