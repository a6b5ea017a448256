/* regress_declarations.c - members and variables that a change declares in
 * another way, and the lines that use them. */
#include "regress/declarations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void declare(struct rdl_places *p, const char *owner, const char *name,
                    const char *type, unsigned line, uint64_t offset)
{
    rdl_places_declaration(p,
                           &(struct rdl_places_declaration){ .owner = owner,
                                                             .name = name,
                                                             .type = type,
                                                             .file = "a.c",
                                                             .line = line,
                                                             .offset = offset,
                                                             .size = 32 });
}

static void text(struct rdl_places *p, const char *all)
{
    rdl_places_source(p, "a.c", all, strlen(all));
    rdl_places_function(p, &(struct rdl_places_function){
                               .file = "a.c", .name = "f", .line = 3 });
}

struct both {
    struct rdl_places was, is;
    struct rdl_mapping m;
    struct rdl_declarations d;
};

static void compare(struct both *b)
{
    rdl_mapping_make(&b->m, &b->was, &b->is);
    rdl_declarations_make(&b->d, &b->m);
}

static void release(struct both *b)
{
    rdl_declarations_free(&b->d);
    rdl_mapping_free(&b->m);
    rdl_places_free(&b->was);
    rdl_places_free(&b->is);
}

static void expect(const struct both *b, size_t i, const char *name,
                   enum rdl_redeclared_how how)
{
    const struct rdl_redeclared *r = &b->d.all[i];

    assert_true(i < b->d.n);
    assert_string_equal(r->is != NULL ? r->is->name : r->was->name, name);
    assert_int_equal(r->how, how);
}

static void each_kind_of_change(void **state)
{
    struct both b = { .was = { .n = 0 } };

    (void)state;
    text(&b.was, "int limit = 1;\nint other;\nint f() {\n}\n");
    text(&b.is, "int limit = 2;\nint other;\nint f() {\n}\n");
    declare(&b.was, "", "limit", "int", 1, 0);
    declare(&b.is, "", "limit", "int", 1, 0);
    declare(&b.was, "", "other", "int", 2, 0);
    declare(&b.is, "", "other", "int", 2, 0);
    declare(&b.is, "", "fresh", "int", 2, 0);
    declare(&b.was, "struct q", "n", "int", 9, 0);
    declare(&b.is, "struct q", "n", "unsigned int", 9, 0);
    declare(&b.was, "struct q", "gone", "int", 9, 32);
    declare(&b.is, "struct q", "seen", "int", 9, 32);
    declare(&b.was, "struct q", "tail", "int", 9, 64);
    declare(&b.is, "struct q", "tail", "int", 9, 96);
    declare(&b.was, "struct q", "same", "int", 9, 0);
    declare(&b.is, "struct q", "same", "int", 12, 0);
    declare(&b.is, "struct fresh", "n", "int", 9, 0);
    compare(&b);
    assert_int_equal(b.d.n, 5);
    expect(&b, 0, "limit", RDL_REDECLARED_LINE);
    expect(&b, 1, "gone", RDL_REDECLARED_REMOVED);
    expect(&b, 2, "n", RDL_REDECLARED_TYPE);
    expect(&b, 3, "seen", RDL_REDECLARED_ADDED);
    expect(&b, 4, "tail", RDL_REDECLARED_MOVED);
    release(&b);
}

/* Two structures of one name, in two files: which is which? */
static void names_with_several_meanings_are_left_out(void **state)
{
    struct both b = { .was = { .n = 0 } };

    (void)state;
    text(&b.was, "");
    text(&b.is, "");
    declare(&b.was, "struct q", "n", "int", 1, 0);
    declare(&b.was, "struct q", "n", "long", 5, 0);
    declare(&b.is, "struct q", "n", "char", 1, 0);
    declare(&b.is, "struct q", "n", "long", 5, 0);
    compare(&b);
    assert_int_equal(b.d.n, 0);
    release(&b);
}

/* A store of an older raddle has none: not everything is new. */
static void an_old_store_says_nothing(void **state)
{
    struct both b = { .was = { .n = 0 } };

    (void)state;
    text(&b.was, "");
    text(&b.is, "");
    declare(&b.is, "struct q", "n", "char", 1, 0);
    compare(&b);
    assert_int_equal(b.d.n, 0);
    release(&b);
}

static void lines_that_use_it(void **state)
{
    static const char all[] = "q->n = 1;\n"   /* 1 */
                              "q . n++;\n"    /* 2 */
                              "int n = m;\n"  /* 3: a local variable */
                              "q->nn = nn;\n" /* 4 */
                              "limit++;\n"    /* 5 */
                              "q->limit++;\n" /* 6: a member */
                              "q->tail++;";   /* 7: it only moved */
    static const bool used[] = { true, true, false, false, true, false, false };
    struct both b = { .was = { .n = 0 } };

    (void)state;
    text(&b.was, all);
    text(&b.is, all);
    declare(&b.was, "", "limit", "int", 90, 0);
    declare(&b.is, "", "limit", "long", 90, 0);
    declare(&b.was, "struct q", "n", "int", 91, 0);
    declare(&b.is, "struct q", "n", "long", 91, 0);
    declare(&b.was, "struct q", "tail", "int", 92, 32);
    declare(&b.is, "struct q", "tail", "int", 92, 64);
    compare(&b);
    for (unsigned i = 0; i < sizeof(used) / sizeof(*used); i++)
        assert_int_equal(rdl_declarations_used(&b.d, &b.is, "a.c", i + 1),
                         used[i]);
    assert_false(rdl_declarations_used(&b.d, &b.is, "a.c", 8));
    assert_false(rdl_declarations_used(&b.d, &b.is, "b.c", 1));
    release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_change),
        cmocka_unit_test(names_with_several_meanings_are_left_out),
        cmocka_unit_test(an_old_store_says_nothing),
        cmocka_unit_test(lines_that_use_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
