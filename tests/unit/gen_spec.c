/* gen_spec.c - the spec file of raddle gen: each line changes the table as it
 * says, mistakes name their line, and what --list prints is a spec that gives
 * the same table. */
#include "gen_subject.h"

#include "gen/table/spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static struct rdl_gen_table *apply(const char *text)
{
    struct rdl_gen_table *t = subject_table();
    struct rdl_error error = { 0 };
    struct rdl_gen_spec *s = rdl_gen_spec_parse("a.spec", text, &error);

    if (s == NULL || !rdl_gen_spec_apply(s, t, &error))
        fail_msg("%s", error.text);
    rdl_gen_spec_free(s);
    return t;
}

static struct rdl_gen_function *named(struct rdl_gen_table *t, const char *name)
{
    const int at = rdl_gen_table_find(t, name);

    assert_true(at >= 0);
    return &t->functions[at];
}

/* Every line that there is. */
static const char all[] =
    "# a comment\n"
    "\n"
    "handle struct q            # and one at the end\n"
    "made-by q_create   ended-by q_free\n"
    "made-by pool_new\n"
    "null pool_new.parent\n"
    "value q_create.room 1..4\n"
    "value q_push.v 0 (1 + 1) 'x'\n"
    "value q_name.wanted \"a # b\" \"\\\"\"\n"
    "value q_print.out (struct file *)0\n"
    "pair q_lock q_unlock\n"
    "inside q_lock: *_unlocked\n"
    "alone q_sort\n"
    "alone-with q_size: q_push q_pop\n"
    "one-thread q_pop\n"
    "owns q_swap.item\n"
    "blocks q_pop\n"
    "weak q_size +-2\n"
    "weak q_write\n"
    "fresh q_swap\n"
    "invariant q_check\n"
    "ignore q_name\n"
    "wrap static inline int one(void) { return 1; } /* # */\n";

static void every_line_does_what_it_says(void **state)
{
    struct rdl_gen_table *t = apply(all);
    struct rdl_gen_function *f;

    (void)state;
    assert_string_equal(t->wraps[0],
                        "static inline int one(void) { return 1; } /* # */");
    f = named(t, "q_create");
    assert_int_equal(f->params[2].n_values, 4);
    assert_string_equal(f->params[2].values[3], "4");
    f = named(t, "q_push");
    assert_int_equal(f->params[1].n_values, 3);
    assert_string_equal(f->params[1].values[1], "(1 + 1)");
    f = named(t, "q_print");
    assert_int_equal(f->params[1].kind, RDL_GEN_EXPRESSION);
    assert_null(f->out_reason);
    assert_int_equal(named(t, "q_lock")->role, RDL_GEN_LOCK);
    assert_int_equal(named(t, "q_lock")->partner,
                     rdl_gen_table_find(t, "q_unlock"));
    assert_int_equal(named(t, "q_push_unlocked")->role, RDL_GEN_BARE);
    assert_int_equal(named(t, "q_push_unlocked")->inside,
                     rdl_gen_table_find(t, "q_lock"));
    assert_true(named(t, "q_sort")->alone);
    assert_int_equal(named(t, "q_size")->n_alone_with, 2);
    assert_int_equal(named(t, "q_size")->compare, RDL_GEN_NEAR);
    assert_int_equal(named(t, "q_size")->slack, 2);
    assert_int_equal(named(t, "q_write")->compare, RDL_GEN_WEAK);
    assert_true(named(t, "q_pop")->one_thread);
    assert_true(named(t, "q_pop")->blocks);
    assert_true(named(t, "q_swap")->params[1].owned);
    assert_int_equal(named(t, "q_swap")->compare, RDL_GEN_FRESH);
    assert_true(named(t, "q_check")->invariant);
    assert_non_null(named(t, "q_name")->out_reason);
    assert_true(t->handles[0].makeable);
    rdl_gen_table_free(t);
}

static void what_is_listed_gives_the_same_table(void **state)
{
    static const char *const specs[] = { "", "null pool_new.parent\n", all };

    (void)state;
    for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
        struct rdl_gen_table *t = apply(specs[i]), *again;
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        json_t *one, *two;

        rdl_gen_spec_print(out, t);
        fclose(out);
        again = apply(text);
        one = rdl_gen_table_to_json(t);
        two = rdl_gen_table_to_json(again);
        if (!json_equal(one, two))
            fail_msg("spec %zu changes when it is read again:\n%s", i, text);
        json_decref(one);
        json_decref(two);
        rdl_gen_table_free(t);
        rdl_gen_table_free(again);
        free(text);
    }
}

/* Of whatever length names are, a line may be full to the last column. */
static void long_lists_are_broken_anywhere(void **state)
{
    (void)state;
    for (int n = 1; n < 90; n++) {
        struct rdl_gen_table *t = apply("null pool_new.parent\n");
        struct rdl_gen_function *f = named(t, "q_swap");
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        free(f->name);
        f->name = rdl_format("q_%0*d", n, 0);
        rdl_gen_spec_print(out, t);
        fclose(out);
        assert_non_null(strstr(text, f->name));
        rdl_gen_table_free(t);
        free(text);
    }
}

/* Deleting a line of the list takes that maker away. */
static void who_names_a_maker_means_no_other(void **state)
{
    struct rdl_gen_table *t;
    struct rdl_gen_function *f;

    (void)state;
    t = apply("null pool_new.parent\nmade-by pool_new\nmade-by q_create\n"
              "ended-by q_check\n");
    f = named(t, "q_free");
    assert_string_equal(f->out_reason, "the spec names another ender");
    assert_int_equal(named(t, "q_check")->role, RDL_GEN_ENDER);
    rdl_gen_table_free(t);
    t = apply("null pool_new.parent\nmethod q_free\n");
    assert_int_equal(named(t, "q_free")->role, RDL_GEN_METHOD);
    rdl_gen_table_free(t);
}

static void mistakes_name_their_line(void **state)
{
    static const struct {
        const char *text, *message;
    } bad[] = {
        { "\n\nmethods q_push\n",
          "a.spec:3: 'methods' is not a line of a spec" },
        { "alone\n", "a.spec:1: write 'alone F...'" },
        { "alone q_posh\n", "a.spec:1: queue.h has no function 'q_posh'" },
        { "alone z*\n", "a.spec:1: queue.h has no function 'z*'" },
        { "value q_push 1\n", "a.spec:1: 'q_push' is not a parameter" },
        { "value q_push.x 1\n", "a.spec:1: q_push has no parameter 'x'" },
        { "value q_push.v 4..1\n", "a.spec:1: the range 4..1 is empty" },
        { "value q_push.v 1..17\n", "a.spec:1: more than 16 values" },
        { "null q_push.v\n", "a.spec:1: q_push.v is not a pointer" },
        { "# x\nhandle struct nobody\n",
          "a.spec:2: no function takes struct nobody *" },
        { "made-by q_push\n", "a.spec:1: q_push returns int" },
        { "made-by q_create q_free\n", "a.spec:1: 'q_free' is one function" },
        { "made-by\n", "a.spec:1: write 'made-by F'" },
        { "ended-by nobody\n", "a.spec:1: queue.h has no function 'nobody'" },
        { "init q_push\n", "a.spec:1: q_push has parameters" },
        { "pair q_lock\n", "a.spec:1: write 'pair F G'" },
        { "pair q_lock pool_new\n", "a.spec:1: q_lock and pool_new do not" },
        { "inside q_push: q_pop\n", "a.spec:1: q_push is not the first" },
        { "inside q_lock q_pop\n", "a.spec:1: a colon is missing" },
        { "weak q_sort +-1\n", "a.spec:1: q_sort does not return an integer" },
        { "weak q_size +-x\n", "a.spec:1: '+-x' is not +- and a number" },
        { "fresh q_push\n", "a.spec:1: q_push does not return a pointer" },
        { "invariant q_push\n", "a.spec:1: q_push is not int F(struct q *)" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct rdl_gen_table *t = subject_table();
        struct rdl_error error = { 0 };
        struct rdl_gen_spec *s =
            rdl_gen_spec_parse("a.spec", bad[i].text, &error);

        if (s != NULL && rdl_gen_spec_apply(s, t, &error))
            fail_msg("accepted: %s", bad[i].text);
        assert_int_equal(error.code, RDL_EXIT_USAGE);
        if (strncmp(error.text, bad[i].message, strlen(bad[i].message)) != 0)
            fail_msg("'%s' for %s", error.text, bad[i].text);
        rdl_gen_spec_free(s);
        rdl_gen_table_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_does_what_it_says),
        cmocka_unit_test(what_is_listed_gives_the_same_table),
        cmocka_unit_test(long_lists_are_broken_anywhere),
        cmocka_unit_test(who_names_a_maker_means_no_other),
        cmocka_unit_test(mistakes_name_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
