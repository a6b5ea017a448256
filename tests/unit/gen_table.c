/* gen_table.c - the table of functions of raddle gen: what it derives, and that
 * JSON keeps it. */
#include "gen_subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static struct rdl_gen_function *named(struct rdl_gen_table *t, const char *name)
{
    const int at = rdl_gen_table_find(t, name);

    assert_true(at >= 0);
    return &t->functions[at];
}

/* pool_new() needs a pool: only null for its parent begins the chain pool, q,
 * everything else. */
static void what_can_be_made_is_a_fixpoint(void **state)
{
    struct rdl_gen_table *t = subject_table();

    (void)state;
    assert_false(t->handles[0].makeable);
    assert_false(t->handles[1].makeable);
    assert_string_equal(named(t, "q_push")->out_reason,
                        "q takes struct q *, which no function makes");
    named(t, "pool_new")->params[0].null = true;
    rdl_gen_table_settle(t);
    assert_true(t->handles[0].makeable);
    assert_true(t->handles[1].makeable);
    assert_null(named(t, "q_push")->out_reason);
    assert_string_equal(named(t, "q_print")->out_reason,
                        "out takes struct file *");
    /* What others decided, settling does not change. */
    rdl_gen_leave_out(named(t, "q_create"), "not in the module");
    rdl_gen_table_settle(t);
    assert_false(t->handles[0].makeable);
    assert_true(t->handles[1].makeable);
    assert_string_equal(named(t, "q_create")->out_reason, "not in the module");
    rdl_gen_table_free(t);
}

static void variadic_functions_are_left_out(void **state)
{
    struct rdl_gen_table *t = subject_table();

    (void)state;
    named(t, "pool_new")->params[0].null = true;
    named(t, "q_pop")->variadic = true;
    rdl_gen_table_settle(t);
    assert_non_null(named(t, "q_pop")->out_reason);
    assert_null(named(t, "q_push")->out_reason);
    rdl_gen_table_free(t);
}

static bool concurrent(struct rdl_gen_table *t, const char *name)
{
    return rdl_gen_concurrent(t, (size_t)(named(t, name) - t->functions));
}

static void enders_run_beside_others_only_with_references(void **state)
{
    struct rdl_gen_table *t = subject_table();
    struct rdl_gen_function *f;

    (void)state;
    named(t, "pool_new")->params[0].null = true;
    rdl_gen_table_settle(t);
    assert_true(concurrent(t, "q_push"));
    assert_false(concurrent(t, "q_create"));
    assert_false(concurrent(t, "pool_new"));
    assert_false(concurrent(t, "q_print"));
    assert_false(concurrent(t, "q_free"));
    f = named(t, "q_check");
    f->role = RDL_GEN_RETAINER;
    f->of = t->handle;
    assert_true(concurrent(t, "q_free"));
    named(t, "q_push")->alone = true;
    assert_false(concurrent(t, "q_push"));
    rdl_gen_table_free(t);
}

static void exclusion_is_symmetric(void **state)
{
    struct rdl_gen_table *t = subject_table();
    const size_t push = (size_t)rdl_gen_table_find(t, "q_push");
    const size_t pop = (size_t)rdl_gen_table_find(t, "q_pop");
    struct rdl_gen_function *f = &t->functions[push];

    (void)state;
    assert_false(rdl_gen_excluded(t, push, pop));
    f->alone_with = rdl_alloc(sizeof(int));
    f->alone_with[f->n_alone_with++] = (int)pop;
    assert_true(rdl_gen_excluded(t, push, pop));
    assert_true(rdl_gen_excluded(t, pop, push));
    assert_false(rdl_gen_excluded(t, pop, pop));
    t->functions[pop].one_thread = true;
    assert_true(rdl_gen_excluded(t, pop, pop));
    rdl_gen_table_free(t);
}

static void null_is_one_choice_more(void **state)
{
    struct rdl_gen_table *t = subject_table();
    struct rdl_gen_function *f = named(t, "q_swap");

    (void)state;
    assert_int_equal(rdl_gen_choices(&f->params[0]), 0);
    assert_int_equal(rdl_gen_choices(&f->params[1]), RDL_GEN_TOKENS);
    f->params[1].null = true;
    assert_int_equal(rdl_gen_choices(&f->params[1]), RDL_GEN_TOKENS + 1);
    assert_int_equal(rdl_gen_choices(&named(t, "q_push")->params[1]), 2);
    assert_int_equal(rdl_gen_choices(&named(t, "q_pop")->params[1]), 1);
    rdl_gen_table_free(t);
}

static void json_keeps_everything(void **state)
{
    struct rdl_gen_table *t = subject_table(), *again;
    struct rdl_gen_function *f = named(t, "q_size");
    struct rdl_error error = { 0 };
    json_t *one, *two;

    (void)state;
    named(t, "pool_new")->params[0].null = true;
    rdl_gen_table_settle(t);
    f->compare = RDL_GEN_NEAR;
    f->slack = 3;
    f->blocks = f->one_thread = f->deprecated = f->defined = true;
    f->symbol = rdl_strdup("q_size_v2");
    f->alone_with = rdl_alloc(2 * sizeof(int));
    f->alone_with[0] = 4;
    f->alone_with[1] = 2;
    f->n_alone_with = 2;
    rdl_gen_table_macro(t, "q_empty", 1);
    rdl_gen_text_add(&t->wraps, &t->n_wraps, "int one(void) { return 1; }");
    one = rdl_gen_table_to_json(t);
    again = rdl_gen_table_from_json(one, &error);
    assert_non_null(again);
    assert_int_equal(again->functions[f - t->functions].slack, 3);
    assert_int_equal(again->functions[f - t->functions].alone_with[1], 2);
    assert_int_equal(again->n_handles, 2);
    two = rdl_gen_table_to_json(again);
    assert_true(json_equal(one, two));
    json_decref(one);
    json_decref(two);
    rdl_gen_table_free(again);
    rdl_gen_table_free(t);
}

/* An index that leads nowhere would be followed everywhere. */
static void damaged_tables_are_refused(void **state)
{
    static const struct {
        const char *key;
        int value;
    } bad[] = { { "of", 9 },
                { "of", -2 },
                { "partner", 99 },
                { "inside", -7 },
                { "result_handle", 5 } };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct rdl_gen_table *t = subject_table(), *again;
        json_t *json = rdl_gen_table_to_json(t);
        struct rdl_error error = { 0 };
        json_t *function =
            json_array_get(json_object_get(json, "functions"), 4);

        json_object_set_new(function, bad[i].key, json_integer(bad[i].value));
        again = rdl_gen_table_from_json(json, &error);
        assert_null(again);
        assert_true(rdl_error_is_set(&error));
        json_decref(json);
        rdl_gen_table_free(t);
    }
    assert_null(rdl_gen_table_from_json(NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_made_is_a_fixpoint),
        cmocka_unit_test(variadic_functions_are_left_out),
        cmocka_unit_test(enders_run_beside_others_only_with_references),
        cmocka_unit_test(exclusion_is_symmetric),
        cmocka_unit_test(null_is_one_choice_more),
        cmocka_unit_test(json_keeps_everything),
        cmocka_unit_test(damaged_tables_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
