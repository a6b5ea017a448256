/* gen_emit.c - the C that raddle gen writes: the text of a test, and that both
 * files compile without a warning. */
#include "gen_subject.h"

#include "gen/emit/driver.h"
#include "gen/emit/test.h"
#include "gen/run/runner.h"
#include "util/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

static struct rdl_gen_table *table(void)
{
    struct rdl_gen_table *t = subject_table();
    const int check = rdl_gen_table_find(t, "q_check");

    t->functions[rdl_gen_table_find(t, "pool_new")].params[0].null = true;
    t->functions[check].invariant = true;
    rdl_gen_text_add(&t->wraps, &t->n_wraps,
                     "int one_more(void) { return 1; }");
    rdl_gen_table_settle(t);
    return t;
}

static struct rdl_wire_call call(const struct rdl_gen_table *t,
                                 const char *name, unsigned a, unsigned b,
                                 unsigned c)
{
    return (struct rdl_wire_call){
        .function = (uint16_t)rdl_gen_table_find(t, name),
        .arguments = { (uint8_t)a, (uint8_t)b, (uint8_t)c },
    };
}

/* Object 0 is a pool, object 1 the queue. */
static struct rdl_gen_test make_test(const struct rdl_gen_table *t)
{
    return (struct rdl_gen_test){
        .prefix = { 3,
                    { call(t, "pool_new", 0, 0, 0),
                      call(t, "q_create", 0, 0, 0),
                      call(t, "q_swap", 1, 3, 0) } },
        .n_suffixes = 2,
        .suffixes = { { 2,
                        { call(t, "q_push", 1, 1, 0),
                          call(t, "q_swap", 1, 2, 0) } },
                      { 2,
                        { call(t, "q_pop", 1, 0, 0),
                          call(t, "q_name", 1, 0, 0) } } },
        .tail = { 3,
                  { call(t, "q_sort", 1, 0, 0), call(t, "q_check", 1, 0, 0),
                    call(t, "q_free", 1, 0, 0) } },
    };
}

static struct rdl_wire_value number(int64_t value)
{
    return (struct rdl_wire_value){ .value = (uint64_t)value,
                                    .kind = RDL_WIRE_NUMBER };
}

static struct rdl_wire_value text(const char *value)
{
    struct rdl_wire_value v = { .kind = RDL_WIRE_TEXT };

    memcpy(&v.value, value, strlen(value));
    return v;
}

/* q_push() returns 0 or -1; q_pop() the rest of that. */
static struct rdl_gen_results make_results(const struct rdl_gen_test *test,
                                           int pushed)
{
    struct rdl_gen_results r = { .ending = RDL_GEN_RETURNED,
                                 .n_calls = rdl_gen_test_calls(test) };

    for (unsigned i = 0; i < r.n_calls; i++)
        r.calls[i].called = r.calls[i].returned = true;
    r.calls[3] = (struct rdl_gen_result){ true, true, 1, { number(pushed) } };
    r.calls[4] = (struct rdl_gen_result){
        true, true, 1, { { .kind = RDL_WIRE_TOKEN, .value = 3 } }
    };
    r.calls[5] = (struct rdl_gen_result){
        true,
        true,
        2,
        { number(-1 - pushed),
          pushed ? number(0)
                 : (struct rdl_wire_value){ .kind = RDL_WIRE_UNWRITTEN } }
    };
    r.calls[6] = (struct rdl_gen_result){ true, true, 1, { text("a\"b") } };
    r.calls[8] = (struct rdl_gen_result){ true, true, 1, { number(0) } };
    return r;
}

static void write_file(const char *path, const char *content)
{
    FILE *out = fopen(path, "w");

    assert_non_null(out);
    fputs(content, out);
    assert_int_equal(fclose(out), 0);
}

/* The headers that driver.c includes, as they were when this file was compiled:
 * a build of the unit tests alone has them nowhere. */
#define EMBED(name, path)                                                      \
    extern const char name[];                                                  \
    __asm__(".pushsection .rodata\n" #name ":\n.incbin \"" path                \
            "\"\n.byte 0\n.popsection")
EMBED(wire_h, "src/gen/driver/wire.h");
EMBED(payload_h, "src/base/payload.h");

/* Compiles `source` in a directory of its own with the headers it needs. */
static void compile(const char *source)
{
    char dir[] = "/tmp/raddle-emit-XXXXXX", *c, *include, *command;
    const struct {
        const char *name, *content;
    } headers[] = {
        { "queue.h", "struct file;\n" SUBJECT_HEADER },
        { "gen/driver/wire.h", wire_h },
        { "base/payload.h", payload_h },
    };
    struct rdl_command_result r = { 0 };
    struct rdl_error error = { 0 };

    assert_non_null(mkdtemp(dir));
    command = rdl_format("mkdir -p %s/gen/driver %s/base", dir, dir);
    assert_int_equal(system(command), 0);
    free(command);
    c = rdl_format("%s/x.c", dir);
    include = rdl_format("-I%s", dir);
    write_file(c, source);
    for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
        char *path = rdl_format("%s/%s", dir, headers[i].name);

        write_file(path, headers[i].content);
        free(path);
    }
    for (int i = 0; i < 2; i++) {
        char *argv[] = {
            i == 0 ? "gcc" : "clang", "-Wall", "-Wextra", "-Werror", include,
            "-fsyntax-only",          c,       NULL
        };

        assert_true(rdl_command_run(argv, &r, &error));
        if (r.status != 0)
            fail_msg("%s\n%s", r.err, source);
        rdl_command_free(&r);
    }
    command = rdl_format("rm -r %s", dir);
    assert_int_equal(system(command), 0);
    free(command);
    free(c);
    free(include);
}

static const char expected[] =
    "/* Found by raddle gen: q_push, q_swap beside q_pop, q_name:\n"
    " * not linearisable.\n"
    " * The assertion lists what these calls return one after the other; "
    "raddle\n"
    " * saw r1 == 5, r2 == (void *)&item[3], r3 == -6, v3 == 0, strcmp(r4,\n"
    " * \"a\\042b\") == 0. */\n"
    "#include \"queue.h\"\n"
    "#include <assert.h>\n"
    "#include <pthread.h>\n"
    "#include <stddef.h>\n"
    "#include <string.h>\n"
    "\n"
    "int one_more(void) { return 1; }\n"
    "static struct pool *pool;\n"
    "static struct q *q;\n"
    "static int r1;\n"
    "static void *r2;\n"
    "static int r3;\n"
    "static int v3 = -9;\n"
    "static const char *r4;\n"
    "static char item[8];\n"
    "\n"
    "static int stub_q_sort_compare(const void *x0, const void *x1)\n"
    "{\n"
    "    (void)x0;\n"
    "    (void)x1;\n"
    "    return ((char *)x0 > (char *)x1) - ((char *)x0 < (char *)x1);\n"
    "}\n"
    "\n"
    "static void *one(void *p)\n"
    "{\n"
    "    r1 = q_push(q, -1);\n"
    "    r2 = q_swap(q, &item[2]);\n"
    "    return p;\n"
    "}\n"
    "\n"
    "static void *two(void *p)\n"
    "{\n"
    "    r3 = q_pop(q, &v3);\n"
    "    r4 = q_name(q, \"a b\");\n"
    "    return p;\n"
    "}\n"
    "\n"
    "int main(void)\n"
    "{\n"
    "    pthread_t a, b;\n"
    "\n"
    "    pool = pool_new(NULL);\n"
    "    q_create(&q, pool, 0);\n"
    "    q_swap(q, &item[3]);\n"
    "    pthread_create(&a, NULL, one, NULL);\n"
    "    pthread_create(&b, NULL, two, NULL);\n"
    "    pthread_join(a, NULL);\n"
    "    pthread_join(b, NULL);\n"
    "    q_sort(q, stub_q_sort_compare);\n"
    "    assert(q_check(q) == 0);\n"
    "    assert((r1 == 0 && r2 == (void *)&item[3] && r3 == -1 && v3 == "
    "-9 &&\n"
    "            strcmp(r4, \"a\\042b\") == 0) ||\n"
    "           (r1 == -1 && r2 == (void *)&item[3] && r3 == 0 && v3 == 0 &&\n"
    "            strcmp(r4, \"a\\042b\") == 0));\n"
    "    q_free(q);\n"
    "    return 0;\n"
    "}\n";

static char *emitted(const struct rdl_gen_written *w)
{
    char *out = NULL;
    size_t size;
    FILE *stream = open_memstream(&out, &size);

    rdl_gen_emit_test(stream, w);
    fclose(stream);
    return out;
}

static void a_test_is_what_a_person_writes(void **state)
{
    struct rdl_gen_table *t = table();
    struct rdl_gen_test test = make_test(t);
    struct rdl_gen_results all[] = { make_results(&test, 0),
                                     make_results(&test, -1),
                                     make_results(&test, 0) };
    struct rdl_gen_results seen = make_results(&test, 5);
    const struct rdl_gen_outcomes allowed = { .n = 3, .all = all };
    const struct rdl_gen_written written = {
        .table = t,
        .test = &test,
        .verdict = "not linearisable",
        .allowed = &allowed,
        .seen = &seen,
    };
    char *out = emitted(&written);

    (void)state;
    assert_string_equal(out, expected);
    compile(out);
    free(out);
    rdl_gen_table_free(t);
}

/* q_push() returned before q_pop() began, and nothing else is ordered. */
static void order_is_asserted_where_it_matters(void **state)
{
    struct rdl_gen_table *t = table();
    struct rdl_gen_test test = make_test(t);
    struct rdl_gen_results all[] = { make_results(&test, 0) };
    struct rdl_gen_results seen = make_results(&test, 0);
    const struct rdl_gen_outcomes allowed = { .n = 1, .all = all };
    const struct rdl_gen_written written = {
        .table = t,
        .test = &test,
        .verdict = "not linearisable",
        .allowed = &allowed,
        .seen = &seen,
        .in_order = true,
    };
    char *out;

    (void)state;
    for (unsigned i = 3; i < 7; i++) {
        static const uint16_t from[] = { 1, 3, 4, 6 }, to[] = { 2, 8, 5, 7 };

        seen.from[i] = from[i - 3];
        seen.to[i] = to[i - 3];
    }
    out = emitted(&written);
    assert_non_null(strstr(out, "    r1 = q_push(q, -1);\n"
                                "    returned1 = now++;\n"
                                "    r2 = q_swap"));
    assert_non_null(strstr(out, "    began3 = now++;\n    r3 = q_pop"));
    assert_non_null(strstr(out, " &&\n             returned1 < began3));\n"));
    assert_null(strstr(out, "began4"));
    assert_null(strstr(out, "returned2"));
    compile(out);
    free(out);
    rdl_gen_table_free(t);
}

/* Two calls gave these pointers. */
static void pointers_are_asserted(uint64_t first, uint64_t second,
                                  const char *wanted)
{
    struct rdl_gen_table *t = table();
    struct rdl_gen_test test = make_test(t);
    struct rdl_gen_results seen = make_results(&test, 5), one = seen;
    const struct rdl_gen_outcomes allowed = { .n = 1, .all = &one };
    const struct rdl_gen_written written = {
        .table = t,
        .test = &test,
        .verdict = "not linearisable",
        .allowed = &allowed,
        .seen = &seen,
    };
    static struct rdl_wire_answer answer;
    char *out;

    test.suffixes[1].calls[1] = test.suffixes[0].calls[1]; /* q_swap */
    for (unsigned i = 4; i <= 6; i += 2) {
        answer.results[i].called = answer.results[i].returned = 1;
        answer.results[i].n_values = 1;
        answer.results[i].values[0] = (struct rdl_wire_value){
            .kind = RDL_WIRE_FRESH,
            .value = i == 4 ? first : second,
        };
    }
    rdl_gen_decode(&test, &answer, &one);
    one.ending = RDL_GEN_RETURNED;
    out = emitted(&written);
    assert_non_null(strstr(out, wanted));
    compile(out);
    free(out);
    rdl_gen_table_free(t);
}

static void equal_pointers_are_asserted(void **state)
{
    (void)state;
    pointers_are_asserted(0x1000, 0x1000,
                          "assert((r2 != NULL && (void *)r4 == (void *)r2));");
}

static void different_pointers_are_asserted(void **state)
{
    (void)state;
    pointers_are_asserted(0x1000, 0x2000,
                          "assert((r2 != NULL && r4 != NULL && (void *)r4 "
                          "!= (void *)r2));");
}

/* What a function gets in the C test is what it got in the driver; a struct is
 * asserted by its fields. */
static void what_goes_in_and_out_is_written(void **state)
{
    struct rdl_gen_table *t = table();
    struct rdl_gen_param *p;
    struct rdl_gen_test test;
    struct rdl_gen_results seen;
    const struct rdl_gen_outcomes allowed = { .n = 1, .all = &seen };
    struct rdl_gen_written written = {
        .table = t,
        .test = &test,
        .verdict = "not linearisable",
        .allowed = &allowed,
        .seen = &seen,
    };
    char *out;

    (void)state;
    p = &t->functions[rdl_gen_table_find(t, "q_write")].params[1];
    rdl_gen_text_add(&p->values, &p->n_values, "\"a\"");
    rdl_gen_text_add(&p->values, &p->n_values, "\"b\"");
    p->pointee = rdl_strdup("char");
    p = &t->functions[rdl_gen_table_find(t, "q_pop")].params[1];
    free(p->pointee);
    p->pointee = rdl_strdup("struct { int n; double d; }");
    p->initial = false;
    rdl_gen_text_add(&p->fields, &p->n_fields, "n");
    rdl_gen_text_add(&p->field_types, &p->n_field_types, RDL_GEN_SIGNED);
    rdl_gen_text_add(&p->fields, &p->n_fields, "d");
    rdl_gen_text_add(&p->field_types, &p->n_field_types, RDL_GEN_FLOATING);
    test = make_test(t);
    test.suffixes[0].calls[0] = call(t, "q_write", 1, 1, 0);
    seen = make_results(&test, 5);
    seen.calls[5] = (struct rdl_gen_result){
        true,
        true,
        3,
        { number(0), number(7), { .kind = RDL_WIRE_FLOAT, .value = 0 } }
    };
    out = emitted(&written);
    assert_non_null(strstr(out, "static char buffer1[256] = \"b\";\n"));
    assert_non_null(strstr(out, "q_write(q, buffer1, 8);"));
    assert_non_null(strstr(out, "v3.n == 7"));
    assert_non_null(strstr(out, "v3.d == 0"));
    free(out);
    rdl_gen_table_free(t);
}

/* An object has the name that most functions give it, unless that is taken. */
static void objects_have_the_names_of_the_header(void **state)
{
    static const char *const names[] = { "queue", "index", "p3", "room",
                                         "queue" };
    static const char *const expect[] = { "*queue;", "*q;", "*q;", "*room;",
                                          "*queue;" };
    static const size_t other[] = { 3, 3, 3, 3, 0 };

    (void)state;
    for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
        struct rdl_gen_table *t = table();
        struct rdl_gen_test test = make_test(t);
        const struct rdl_gen_written written = { .table = t,
                                                 .test = &test,
                                                 .verdict = "deadlock" };
        char *out, *line = rdl_format("static struct q %s\n", expect[k]);
        size_t n = 0;

        for (size_t i = 0; i < t->n_functions; i++) {
            struct rdl_gen_function *f = &t->functions[i];

            if (f->role == RDL_GEN_MAKER || f->params[0].handle != t->handle)
                continue;
            free(f->params[0].name);
            f->params[0].name =
                rdl_strdup(n++ == other[k] ? "other" : names[k]);
        }
        out = emitted(&written);
        assert_non_null(strstr(out, line));
        compile(out);
        free(line);
        free(out);
        rdl_gen_table_free(t);
    }
}

/* A crash needs no assertion, and no variable that nobody reads. */
static void a_failure_is_not_asserted(void **state)
{
    struct rdl_gen_table *t = table();
    struct rdl_gen_test test = make_test(t);
    const struct rdl_gen_written written = { .table = t,
                                             .test = &test,
                                             .verdict = "heap-use-after-free" };
    char *out = emitted(&written);

    (void)state;
    assert_non_null(strstr(out, "    q_push(q, -1);\n"));
    assert_null(strstr(out, "r1"));
    compile(out);
    free(out);
    rdl_gen_table_free(t);
}

static void the_driver_compiles(void **state)
{
    struct rdl_gen_table *t = table();
    char *out = NULL;
    size_t size;
    FILE *stream = open_memstream(&out, &size);

    (void)state;
    rdl_gen_emit_driver(stream, t);
    fclose(stream);
    assert_non_null(strstr(out, "0, /* q_print */"));
    assert_non_null(strstr(out, "const unsigned rdl_gen_n_calls = 15;"));
    compile(out);
    free(out);
    rdl_gen_table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_test_is_what_a_person_writes),
        cmocka_unit_test(order_is_asserted_where_it_matters),
        cmocka_unit_test(equal_pointers_are_asserted),
        cmocka_unit_test(different_pointers_are_asserted),
        cmocka_unit_test(what_goes_in_and_out_is_written),
        cmocka_unit_test(objects_have_the_names_of_the_header),
        cmocka_unit_test(a_failure_is_not_asserted),
        cmocka_unit_test(the_driver_compiles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
