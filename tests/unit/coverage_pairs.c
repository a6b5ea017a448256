/* coverage_pairs.c - combinatorial coverage: which requirements one execution
 * covered together.  Hong's examples among them (KAIST, 2015). */
#include "coverage_setup.h"

static bool has_pair(struct setup *s, const struct rdl_pairing *p,
                     const char *a, const char *b)
{
    return rdl_pairs_covered(p, id_of(s, a), id_of(s, b));
}

static uint64_t next_execution(struct setup *s, struct rdl_pairing *p,
                               const char *text)
{
    static uint64_t number;

    rdl_coverage_begin(s->coverage, ++number);
    run(s, text);
    return rdl_pairs_end(p);
}

/* Fig. 4.1: two executions cover all six Def-Use pairs; the third, in which
 * the write comes between read and write, covers a new combination. */
static void atomicity_violation_of_the_thesis(void **state)
{
    struct setup *s = setup_with(RDL_METRIC_BIT(def_use));
    struct rdl_pairing *p = pairs_of(s, "cc");

    (void)state;
    assert_int_equal(next_execution(s, p, "1Wx@100 1Rx@1 1Wx@2 2Wx@3"), 3);
    assert_int_equal(next_execution(s, p, "1Wx@100 2Wx@3 1Rx@1 1Wx@2"), 3);
    expect_of(s, COVERED, RDL_ALL_METRICS,
              "def-use 100,1 100,2 100,3 2,3 3,1 3,2");
    assert_false(has_pair(s, p, "def-use 100,1", "def-use 3,2"));
    /* (100,1) (100,3) (3,2), of whose pairs the second had the last one. */
    assert_int_equal(next_execution(s, p, "1Wx@100 1Rx@1 2Wx@3 1Wx@2"), 2);
    assert_true(has_pair(s, p, "def-use 100,1", "def-use 3,2"));
    assert_true(has_pair(s, p, "def-use 3,2", "def-use 100,1"));
    assert_int_equal(s->covering->n_new, 0);
    assert_int_equal(p->table->covered, 8);
    teardown(s);
}

/* Fig. 4.2: four executions cover all six Sync-Pairs; the failing order of the
 * three threads is {(12,22),(22,32)}. */
static void general_race_of_the_thesis(void **state)
{
    struct setup *s = setup_with(RDL_METRIC_BIT(sync_pair));
    struct rdl_pairing *p = pairs_of(s, "cc");

    (void)state;
    next_execution(s, p, "1Hm@12 1Um@15 3Hm@32 3Um@36 2Hm@22 2Um@25");
    next_execution(s, p, "2Hm@22 2Um@25 3Hm@32 3Um@36 1Hm@12 1Um@15");
    next_execution(s, p, "3Hm@32 3Um@36 1Hm@12 1Um@15 2Hm@22 2Um@25");
    next_execution(s, p, "2Hm@22 2Um@25 1Hm@12 1Um@15 3Hm@32 3Um@36");
    expect_of(s, COVERED, RDL_ALL_METRICS,
              "sync-pair 12,22 12,32 22,12 22,32 32,12 32,22");
    assert_false(has_pair(s, p, "sync-pair 12,22", "sync-pair 22,32"));
    assert_int_equal(
        next_execution(s, p, "1Hm@12 1Um@15 2Hm@22 2Um@25 3Hm@32 3Um@36"), 1);
    assert_true(has_pair(s, p, "sync-pair 12,22", "sync-pair 22,32"));
    teardown(s);
}

/* Table 5.1: the combinatorial requirements of Fig. 5.2, ordered. */
static void regression_example_of_the_thesis(void **state)
{
    struct setup *s = setup();
    struct rdl_pairing *p = pairs_of(s, "cc-ordered");

    (void)state;
    assert_int_equal(next_execution(s, p, "1Wx@1 1Rx@2 1Wx@3 2Rx@4"), 3);
    assert_true(has_pair(s, p, "adjacent 1,2", "adjacent 2,3"));
    assert_true(has_pair(s, p, "adjacent 1,2", "adjacent 3,4"));
    assert_true(has_pair(s, p, "adjacent 2,3", "adjacent 3,4"));
    assert_false(has_pair(s, p, "adjacent 2,3", "adjacent 1,2"));
    assert_int_equal(next_execution(s, p, "1Wx@1 1Wx@3 2Rx@4"), 1);
    assert_true(has_pair(s, p, "adjacent 1,3", "adjacent 3,4"));
    teardown(s);
}

/* A requirement covered again completes pairs again, and none with itself. */
static void order_counts_every_occurrence(void **state)
{
    struct setup *s = setup();
    struct rdl_pairing *p = pairs_of(s, "cc-ordered");

    (void)state;
    /* (1,2) (2,1) (1,2) */
    assert_int_equal(next_execution(s, p, "1Wx@1 1Wx@2 1Wx@1 1Wx@2"), 2);
    assert_true(has_pair(s, p, "adjacent 1,2", "adjacent 2,1"));
    assert_true(has_pair(s, p, "adjacent 2,1", "adjacent 1,2"));
    assert_false(has_pair(s, p, "adjacent 1,2", "adjacent 1,2"));
    teardown(s);
}

static void more_members_than_room_are_counted(void **state)
{
    struct setup *s = setup_small(LOCATIONS, REQUIREMENTS, 2);
    struct rdl_pairing *p = pairs_of(s, "cc-ordered");

    (void)state;
    assert_int_equal(next_execution(s, p, "1Wx@1 1Wx@2 1Wx@3 1Wx@4"), 1);
    assert_int_equal(p->table->members.lost, 1);
    assert_true(has_pair(s, p, "adjacent 1,2", "adjacent 2,3"));
    assert_int_equal(next_execution(s, p, "1Wx@1 1Wx@2 1Wx@3 1Wx@4"), 0);
    teardown(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atomicity_violation_of_the_thesis),
        cmocka_unit_test(general_race_of_the_thesis),
        cmocka_unit_test(regression_example_of_the_thesis),
        cmocka_unit_test(order_counts_every_occurrence),
        cmocka_unit_test(more_members_than_room_are_counted),
    };

    return cmocka_run_group_tests_name("coverage_pairs", tests, NULL, NULL);
}
