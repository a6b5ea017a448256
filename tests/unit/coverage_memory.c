/* coverage_memory.c - two parties in one coverage memory, step by step: what
 * one does the other sees; the lock; modules. */
#include "coverage_setup.h"

#include <time.h>

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Nobody waits for ever, and only once in an execution. */
static void a_lock_that_is_not_given_back_is_given_up(void **state)
{
    struct setup *s = setup();
    double begin = seconds();

    (void)state;
    s->memory->lock = 7;
    run(s, "1Wx@1 1Rx@2 1Rx@3 1Rx@4 1Rx@5 1Rx@6 1Rx@7 1Rx@8 1Rx@9 1Rx@10");
    assert_true(seconds() - begin > 0.2 && seconds() - begin < 5);
    assert_int_equal(rdl_requirements_n(s->covering), 0);
    assert_true(rdl_coverage_lost(s->coverage) > 0);
    s->memory->lock = 0;
    run(s, "1Wx@1 1Rx@2");
    expect_of(s, COVERED, RDL_METRIC_BIT(def_use), "def-use 1,2");
    teardown(s);
}

static void what_another_covers_is_seen_at_once(void **state)
{
    struct setup *a = setup(), *b = setup_join(a->memory, 2);
    uint64_t key;
    uint32_t id;

    (void)state;
    run(a, "1Wx@1 2Rx@2");
    assert_int_equal(parse_keys(b, "def-use 1,2", &key, 1), 1);
    assert_int_equal(rdl_requirements_find(b->covering, key), 0);
    rdl_coverage_begin(b->coverage, 1);
    id = rdl_requirements_find(b->covering, key);
    assert_int_not_equal(id, 0);
    assert_true(rdl_requirement_covered(b->covering, id));
    assert_false(rdl_requirement_curr(b->covering, id));
    run(b, "1Wx@1 2Rx@2");
    assert_true(rdl_requirement_curr(b->covering, id));
    assert_int_equal(rdl_coverage_n_new(b->coverage), 0);
    assert_int_equal(rdl_coverage_n_new(a->coverage), 5);
    /* Without a new execution in between. */
    run(b, "2Rx@3");
    assert_int_equal(rdl_coverage_n_new(b->coverage), 5);
    run(a, "2Rx@3");
    assert_int_equal(rdl_coverage_n_new(a->coverage), 5);
    assert_int_equal(rdl_coverage_covered(a->memory, RDL_ALL_METRICS), 10);
    assert_int_equal(
        rdl_coverage_covered(a->memory, rdl_metrics_named("sync-pair+def-use")),
        2);
    teardown(b);
    teardown(a);
}

static void the_log_tells_what_is_new(void **state)
{
    struct setup *a = setup_with(RDL_METRIC_BIT(def_use));
    struct setup *b = setup_join(a->memory, 2);
    uint32_t id;

    (void)state;
    run(a, "1Wx@1 1Rx@2 1Rx@3");
    assert_int_equal(rdl_requirements_logged(b->covering), 2);
    rdl_coverage_begin(a->coverage, 6);
    run(a, "1Wx@1 1Rx@2 1Rx@4 1Rx@4");
    assert_int_equal(rdl_requirements_logged(b->covering), 3);
    id = rdl_requirements_log(b->covering, 2);
    assert_int_equal(rdl_requirement_first(b->covering, id), 6);
    assert_int_equal(
        pc_of(b->locations, rdl_key_l2(rdl_requirement_key(b->covering, id))),
        PC(4));
    teardown(b);
    teardown(a);
}

static void modules_have_one_number_for_all(void **state)
{
    const uint8_t id[2][4] = { { 1, 2, 3, 4 }, { 1, 2, 3, 5 } };
    struct setup *s = setup();
    struct rdl_coverage_memory *m = s->memory;
    struct rdl_participant other = { .lock = &m->lock, .owner = 2 };
    char path[400];

    (void)state;
    assert_int_equal(
        rdl_coverage_module(m, &s->coverage->participant, "/bin/a", id[0], 4),
        0);
    assert_int_equal(rdl_coverage_module(m, &other, "/bin/b", id[0], 4), 1);
    assert_int_equal(rdl_coverage_module(m, &other, "/bin/a", id[0], 4), 0);
    assert_int_equal(rdl_coverage_module(m, &other, "/bin/a", id[1], 4), 2);
    assert_string_equal(rdl_coverage_module_at(m, 1)->path, "/bin/b");
    assert_null(rdl_coverage_module_at(m, 3));
    memset(path, 'x', sizeof(path) - 1);
    path[sizeof(path) - 1] = '\0';
    assert_int_equal(rdl_coverage_module(m, &other, path, NULL, 0), 3);
    assert_int_equal(strlen(rdl_coverage_module_at(m, 3)->path),
                     RDL_COVERAGE_PATH - 1);
    for (uint32_t i = 4; i < RDL_COVERAGE_MODULES; i++) {
        snprintf(path, sizeof(path), "%u", i);
        assert_int_equal(rdl_coverage_module(m, &other, path, NULL, 0), i);
    }
    assert_int_equal(rdl_coverage_module(m, &other, "/more", NULL, 0),
                     RDL_NO_MODULE);
    assert_true(rdl_coverage_memory_sound(m, s->size));
    teardown(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_another_covers_is_seen_at_once),
        cmocka_unit_test(the_log_tells_what_is_new),
        cmocka_unit_test(modules_have_one_number_for_all),
        cmocka_unit_test(a_lock_that_is_not_given_back_is_given_up),
    };

    return cmocka_run_group_tests_name("coverage_memory", tests, NULL, NULL);
}
