/* table_parts.c - a part of a long table for the page, and tables of anything
 * that the target may have left in place of its record. */
#include "table_setup.h"

#include "base/rng.h"

static bool has_step(const json_t *part, json_int_t step)
{
    for (size_t i = 0; i < json_array_size(part); i++) {
        const json_t *each = json_array_get(part, i);

        if (json_integer_value(json_object_get(each, "step")) == step)
            return true;
    }
    return false;
}

/* 4 steps make two threads, then each has a long turn.  Of 40 steps there is
 * room for six at either end of a turn; eleven would be too many. */
static void a_part_has_the_switches(void **state)
{
    json_t *object = json_object(), *files = json_object(), *part;
    struct rdl_table *t;

    (void)state;
    two_threads();
    for (int i = 0; i < 60; i++)
        access_to(1, RDL_OP_READ, &balance, 100);
    for (int i = 0; i < 60; i++)
        access_to(2, RDL_OP_READ, &balance, 100);
    t = table();
    assert_int_equal(rdl_table_json(t, SIZE_MAX, object, files), 0);
    assert_int_equal(json_array_size(json_object_get(object, "steps")), 124);
    assert_int_equal(rdl_table_json(t, 40, object, files), 124 - 28);
    part = json_object_get(object, "steps");
    assert_int_equal(json_array_size(part), 28);
    assert_true(has_step(part, 0) && has_step(part, 123));
    assert_true(has_step(part, 63) && has_step(part, 64));
    assert_false(has_step(part, 35) || has_step(part, 100));
    assert_int_equal(rdl_table_json(t, 3, object, files), 121);
    part = json_object_get(object, "steps");
    assert_true(has_step(part, 121) && has_step(part, 123));
    json_decref(object);
    json_decref(files);
    rdl_table_free(t);
}

/* By number and operator: a step that reads, of an explanation that says so. */
static void a_part_has_the_steps_of_the_explanation(void **state)
{
    struct rdl_explanation why = { .n = 1 };
    const struct rdl_table_about about = { .why = &why };
    json_t *object = json_object(), *files = json_object(), *part;
    struct rdl_table *t;

    (void)state;
    why.facts[0].n_steps = 3;
    why.facts[0].steps[0] =
        (struct rdl_fact_step){ .step = 35, .op = RDL_OP_READ };
    why.facts[0].steps[1] =
        (struct rdl_fact_step){ .step = 100, .op = RDL_OP_WRITE };
    why.facts[0].steps[2] =
        (struct rdl_fact_step){ .step = RDL_FACT_NO_STEP, .op = RDL_OP_READ };
    two_threads();
    for (int i = 0; i < 60; i++)
        access_to(1, RDL_OP_READ, &balance, 100);
    for (int i = 0; i < 60; i++)
        access_to(2, RDL_OP_READ, &balance, 100);
    t = table();
    rdl_table_about(t, &about);
    assert_int_equal(rdl_table_json(t, 40, object, files), 124 - 30);
    part = json_object_get(object, "steps");
    assert_true(has_step(part, 35));
    assert_true(has_step(part, 34)); /* and around it */
    assert_false(has_step(part, 50) || has_step(part, 100));
    json_decref(object);
    json_decref(files);
    rdl_table_free(t);
}

/* The target may have written anything there. */
static void damaged_events(void **state)
{
    struct rdl_rng rng = { 1 };

    (void)state;
    for (int round = 0; round < 200; round++) {
        size_t left, kept;
        struct rdl_table *t;
        json_t *object = json_object(), *files = json_object();

        n_steps = 1 + rdl_rng_below(&rng, 50);
        n_extras = rdl_rng_below(&rng, 50);
        for (size_t i = 0; i < n_extras; i++)
            extras[i] = (struct rdl_extra){
                .step = i + rdl_rng_below(&rng, 3),
                .tid = (rdl_tid)rdl_rng_below(&rng, 1100),
                .kind = (uint8_t)rdl_rng_below(&rng, RDL_N_EXTRAS + 3),
                .block = { .addr = rdl_rng_next(&rng),
                           .size = rdl_rng_next(&rng),
                           .pc = rdl_rng_next(&rng) },
            };
        for (size_t i = 0; i < n_steps; i++) {
            steps[i] = (struct rdl_event){
                .pc = rdl_rng_below(&rng, 60),
                .addr = rdl_rng_next(&rng) >> rdl_rng_below(&rng, 64),
                .value = rdl_rng_next(&rng) >> rdl_rng_below(&rng, 64),
                .size = (uint32_t)(rdl_rng_next(&rng) >> 32),
                .tid = (rdl_tid)rdl_rng_below(&rng, 1100),
                .op = (uint8_t)rdl_rng_below(&rng, RDL_N_OPS + 3),
                .flags = (uint8_t)rdl_rng_next(&rng),
            };
        }
        strcpy(finding.kind, round % 2 ? "deadlock" : "abort");
        finding.tid = (rdl_tid)rdl_rng_below(&rng, 1100);
        finding.n_cycle = 2;
        finding.cycle[1] = 900;
        print(80, round % 3 == 0);
        t = table();
        left = rdl_table_json(t, round, object, files);
        kept = json_array_size(json_object_get(object, "steps"));
        assert_true(kept <= (size_t)round);
        assert_true(left == 0 || kept > 0 || round == 0);
        json_decref(object);
        json_decref(files);
        rdl_table_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(a_part_has_the_switches),
        TEST(a_part_has_the_steps_of_the_explanation),
        TEST(damaged_events),
    };

    return cmocka_run_group_tests(tests, open_symbols, close_symbols);
}
