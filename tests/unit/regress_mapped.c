/* regress_mapped.c - places of one build are found in another: pairs of
 * programs by hand, one for each rule.  Generated ones are in
 * regress_mapping.c. */
#include "regress/mapping.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void place(struct rdl_places *p, const char *file, unsigned line,
                  unsigned column, const char *op, unsigned ordinal)
{
    rdl_places_add(p,
                   &(struct rdl_places_place){ .location = (uint32_t)(4 + p->n),
                                               .file = file,
                                               .line = line,
                                               .column = column,
                                               .function = "f",
                                               .op = op,
                                               .ordinal = ordinal });
}

static void source(struct rdl_places *p, const char *file, const char *text,
                   unsigned line, uint64_t code)
{
    rdl_places_source(p, file, text, strlen(text));
    rdl_places_function(
        p, &(struct rdl_places_function){
               .file = file, .name = "f", .line = line, .code = code });
}

/* The file was renamed, the tree is another one; a read was added to the line
 * by a macro, and the write is still the write. */
static void operators_keep_their_order(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "/old/src/a.c", "int f() {\n  INC(n);\n}\n", 1, 1);
    source(&is, "/new/src/b.c", "// new\nint f() {\n\tINC( n );\n}\n", 2, 2);
    place(&was, "/old/src/a.c", 2, 3, "__tsan_read4", 0);
    place(&was, "/old/src/a.c", 2, 3, "__tsan_write4", 1);
    place(&was, "/old/src/a.c", 2, 3, "pthread_mutex_lock", 2);
    place(&is, "/new/src/b.c", 3, 2, "__tsan_read4", 0);
    place(&is, "/new/src/b.c", 3, 2, "__tsan_read4", 1);
    place(&is, "/new/src/b.c", 3, 2, "__tsan_write4", 2);
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.how[0], RDL_MAPPED_PLACE);
    assert_int_equal(m.to[0], 0);
    assert_int_equal(m.how[1], RDL_MAPPED_PLACE);
    assert_int_equal(m.to[1], 2);
    assert_int_equal(m.how[2], RDL_MAPPED_LINE);
    assert_int_equal(m.n_inside, 1);
    assert_int_equal(m.n_lines, 1);
    assert_int_equal(m.n_gone, 0);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Copies, of which one is moved to where another was: the mapping of `n++` that
 * the longest subsequence has is wrong. */
static void a_copy_that_moved_is_left_out(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "a.c", "int f() {\n n++;\n a++;\n n++;\n b++;\n}\n", 1, 1);
    source(&is, "a.c", "int f() {\n n++;\n a++;\n b++;\n}\n", 1, 2);
    for (unsigned line = 2; line <= 5; line++)
        place(&was, "a.c", line, 2, "__tsan_read4", 0);
    for (unsigned line = 2; line <= 4; line++)
        place(&is, "a.c", line, 2, "__tsan_read4", 0);
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.how[0], RDL_MAPPED_GONE);
    assert_int_equal(m.how[1], RDL_MAPPED_PLACE);
    assert_int_equal(m.to[1], 1);
    assert_int_equal(m.how[2], RDL_MAPPED_GONE);
    assert_int_equal(m.how[3], RDL_MAPPED_PLACE);
    assert_int_equal(m.to[3], 2);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Copies in places that nobody touched map, though the function changed. */
static void untouched_copies_map(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "a.c", "int f() {\n n++;\n a++;\n n++;\n b++;\n c++;\n}\n", 1,
           1);
    source(&is, "a.c", "int f() {\n n++;\n a++;\n n++;\n b++;\n d++;\n}\n", 1,
           2);
    place(&was, "a.c", 2, 2, "__tsan_read4", 0);
    place(&was, "a.c", 4, 2, "__tsan_read4", 0);
    place(&is, "a.c", 2, 2, "__tsan_read4", 0);
    place(&is, "a.c", 4, 2, "__tsan_read4", 0);
    rdl_mapping_make(&m, &was, &is);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(m.how[i], RDL_MAPPED_PLACE);
        assert_int_equal(m.to[i], i);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Overloads change places; their bodies are equal. */
static void overloads_keep_their_heads(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "a.cc", "int f(int) {\n n++;\n}\nint f(long) {\n n++;\n}\n", 1,
           1);
    source(&is, "a.cc", "int f(long) {\n n++;\n}\nint f(int) {\n n++;\n}\n", 1,
           1);
    rdl_places_function(
        &was, &(struct rdl_places_function){
                  .file = "a.cc", .name = "f", .line = 4, .code = 1 });
    rdl_places_function(
        &is, &(struct rdl_places_function){
                 .file = "a.cc", .name = "f", .line = 4, .code = 1 });
    for (unsigned line = 2; line <= 5; line += 3) {
        place(&was, "a.cc", line, 2, "__tsan_read4", 0);
        place(&is, "a.cc", line, 2, "__tsan_read4", 0);
    }
    rdl_mapping_make(&m, &was, &is);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(m.how[i], RDL_MAPPED_PLACE);
        assert_int_equal(m.to[i], 1 - i);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Two equal lines of which one is left: nobody knows which. */
static void an_ambiguous_line_is_left_out(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "a.c", "int f() {\n n++;\n n++;\n}\n", 1, 1);
    source(&is, "a.c", "int f() {\n n++;\n}\n", 1, 2);
    place(&was, "a.c", 2, 2, "__tsan_read4", 0);
    place(&was, "a.c", 3, 2, "__tsan_read4", 0);
    place(&is, "a.c", 2, 2, "__tsan_read4", 0);
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.how[0], RDL_MAPPED_GONE);
    assert_int_equal(m.how[1], RDL_MAPPED_GONE);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* A function of four lines: two statements with a place each. */
static void function(struct rdl_places *p, const char *name, unsigned line,
                     const char *outer)
{
    rdl_places_function(p, &(struct rdl_places_function){
                               .file = "a.c", .name = name, .line = line });
    for (unsigned i = 1; i <= 2; i++)
        rdl_places_add(
            p, &(struct rdl_places_place){ .location = (uint32_t)(4 + p->n),
                                           .file = "a.c",
                                           .line = line + i,
                                           .column = 2,
                                           .function = name,
                                           .outer = outer,
                                           .op = "__tsan_read4" });
}

static void text(struct rdl_places *p, const char *all)
{
    rdl_places_source(p, "a.c", all, strlen(all));
}

/* Both functions have another name, and one is inlined in the other. */
static void renamed_functions_are_found(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    text(&was, "void put() {\n a++;\n b++;\n}\nvoid get() {\n c++;\n "
               "d++;\n}\n");
    text(&is, "void take() {\n c++;\n d++;\n}\nvoid push() {\n a++;\n "
              "b++;\n}\n");
    function(&was, "put", 1, "get<main");
    function(&was, "get", 5, "");
    function(&is, "take", 1, "");
    function(&is, "push", 5, "take<main");
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.n_renamed, 2);
    assert_string_equal(m.renamed[0].was, "put");
    assert_string_equal(m.renamed[0].is, "push");
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(m.how[i], RDL_MAPPED_PLACE);
        assert_int_equal(m.to[i], (i + 2) % 4);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Two functions that may both be the old one: neither is. */
static void a_copied_function_is_new(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    text(&was, "void put() {\n a++;\n b++;\n}\n");
    text(&is, "void push() {\n a++;\n b++;\n}\nvoid append() {\n a++;\n "
              "b++;\n}\n");
    function(&was, "put", 1, "");
    function(&is, "push", 1, "");
    function(&is, "append", 5, "");
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.n_renamed, 0);
    assert_int_equal(m.how[0], RDL_MAPPED_GONE);
    assert_int_equal(m.how[1], RDL_MAPPED_GONE);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Another file has a function of the old name, which keeps it. */
static void a_rename_is_of_one_file(void **state)
{
    static const char body[] = "void put() {\n x++;\n y++;\n}\n";
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    text(&was, "void put() {\n a++;\n b++;\n}\n");
    text(&is, "void push() {\n a++;\n b++;\n}\n");
    function(&was, "put", 1, "");
    function(&is, "push", 1, "");
    rdl_places_source(&was, "b.c", body, strlen(body));
    rdl_places_source(&is, "b.c", body, strlen(body));
    for (int i = 0; i < 2; i++) {
        struct rdl_places *p = i == 0 ? &was : &is;

        rdl_places_function(p, &(struct rdl_places_function){
                                   .file = "b.c", .name = "put", .line = 1 });
        rdl_places_add(p, &(struct rdl_places_place){ .location = 20,
                                                      .file = "b.c",
                                                      .line = 2,
                                                      .column = 2,
                                                      .function = "put",
                                                      .outer = "",
                                                      .op = "__tsan_read4" });
    }
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.n_renamed, 1);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(m.how[i], RDL_MAPPED_PLACE);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Another compiler: all machine code is another one, the column of an operator
 * is elsewhere, and a function is inlined. */
static void another_compiler_is_compared_by_line(void **state)
{
    static const char all[] = "int f() {\n n++;\n m = n;\n}\n";

    (void)state;
    for (uint64_t code = 1; code <= 2; code++) {
        struct rdl_places was = { .n = 0 }, is = { .n = 0 };
        struct rdl_mapping m;

        source(&was, "a.c", all, 1, 1);
        source(&is, "a.c", all, 1, code);
        place(&was, "a.c", 2, 2, "__tsan_read4", 0);
        place(&was, "a.c", 2, 2, "__tsan_write4", 1);
        place(&was, "a.c", 3, 2, "__tsan_read4", 0);
        place(&is, "a.c", 2, 3, "__tsan_read4", 0);
        place(&is, "a.c", 2, 3, "__tsan_write4", 1);
        place(&is, "a.c", 3, 6, "__tsan_read4", 0);
        is.all[2].outer = "main";
        rdl_mapping_make(&m, &was, &is);
        assert_int_equal(m.by_line, code == 2);
        for (size_t i = 0; i < 3; i++) {
            assert_int_equal(m.how[i],
                             code == 2 ? RDL_MAPPED_PLACE : RDL_MAPPED_LINE);
            if (code == 2)
                assert_int_equal(m.to[i], i);
        }
        rdl_mapping_free(&m);
        rdl_places_free(&was);
        rdl_places_free(&is);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_compiler_is_compared_by_line),
        cmocka_unit_test(operators_keep_their_order),
        cmocka_unit_test(a_copy_that_moved_is_left_out),
        cmocka_unit_test(untouched_copies_map),
        cmocka_unit_test(renamed_functions_are_found),
        cmocka_unit_test(a_rename_is_of_one_file),
        cmocka_unit_test(a_copied_function_is_new),
        cmocka_unit_test(overloads_keep_their_heads),
        cmocka_unit_test(an_ambiguous_line_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
