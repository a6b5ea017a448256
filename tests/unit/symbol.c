/* symbol.c - the symboliser, asked about this very program: its own modules,
 * return addresses and variables. */
#include "symbols/dwarf/scope.h"
#include "symbols/symbol.h"
#include "modules.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define HERE ((uintptr_t)__builtin_return_address(0))

static struct rdl_module modules[RDL_MAX_MODULES];
static size_t n_modules;

static int set_up(void **state)
{
    n_modules = test_modules_read(modules);
    *state = rdl_symbols_new(modules, n_modules);
    return 0;
}

static int tear_down(void **state)
{
    rdl_symbols_free(*state);
    return 0;
}

/* --- Code ----------------------------------------------------------------- */

static volatile uintptr_t noted;

static __attribute__((noinline)) void note(void)
{
    noted = HERE;
}

static __attribute__((noinline)) unsigned plain(void)
{
    unsigned line = __LINE__ + 1;
    note();
    return line + (noted == 0); /* no tail call */
}

static inline __attribute__((always_inline)) unsigned inner(void)
{
    unsigned line = __LINE__ + 1;
    note();
    return line + (noted == 0);
}

static __attribute__((noinline)) unsigned outer(unsigned *call)
{
    *call = __LINE__ + 1;
    return inner();
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);

    return n >= k && strcmp(text + n - k, end) == 0;
}

static void a_call_has_file_line_and_function(void **state)
{
    unsigned line = plain();
    struct rdl_place p;
    char text[256], expected[64];

    assert_true(rdl_symbols_find(*state, noted, &p));
    assert_non_null(p.file);
    assert_true(ends_with(p.file, "tests/unit/symbol.c"));
    assert_int_equal(p.path[0], '/');
    assert_int_equal(access(p.path, R_OK), 0);
    assert_int_equal(p.line, line);
    assert_string_equal(p.function, "plain");
    assert_false(p.inlined);
    snprintf(expected, sizeof(expected), "symbol.c:%u:5 (plain)", line);
    assert_true(ends_with(rdl_place_format(&p, text, sizeof(text)), expected));
}

static void an_inlined_call_shows_both_frames(void **state)
{
    unsigned call, line = outer(&call);
    struct rdl_place p[4];

    assert_int_equal(rdl_symbols_frames(*state, noted, p, 4), 2);
    assert_string_equal(p[0].function, "inner");
    assert_int_equal(p[0].line, line);
    assert_true(p[0].inlined);
    assert_string_equal(p[1].function, "outer");
    assert_int_equal(p[1].line, call);
    assert_true(ends_with(p[1].file, "tests/unit/symbol.c"));
    assert_false(p[1].inlined);
    assert_int_equal(rdl_symbols_frames(*state, noted, p, 1), 1);
}

static void a_library_without_lines_gives_its_symbol(void **state)
{
    uintptr_t function = (uintptr_t)dlsym(RTLD_DEFAULT, "_assert_true");
    struct rdl_place p;
    char text[256];

    assert_true(rdl_symbols_find(*state, function + 2, &p));
    assert_non_null(strstr(p.module, "libcmocka.so"));
    if (p.file != NULL)
        skip(); /* its debug information is installed */
    assert_string_equal(p.function, "_assert_true");
    rdl_place_format(&p, text, sizeof(text));
    assert_non_null(strstr(text, "libcmocka.so"));
    assert_non_null(strstr(text, " (_assert_true)"));
}

/* Whether its debug information is installed or not: raddle does not read it.
 */
static void a_frame_of_the_c_library_is_a_name(void **state)
{
    /* Not a function that sanitizers replace. */
    uintptr_t function = (uintptr_t)dlsym(RTLD_DEFAULT, "a64l");
    struct rdl_place p;

    assert_true(rdl_symbols_find(*state, function + 2, &p));
    assert_string_equal(p.module, "libc.so.6");
    assert_null(p.file);
    assert_int_equal(p.line, 0);
    assert_non_null(strstr(p.function, "a64l"));
}

static void an_address_in_no_module_is_a_number(void **state)
{
    struct rdl_place p;
    char text[32];

    assert_false(rdl_symbols_find(*state, 0x1235, &p));
    assert_null(p.module);
    assert_string_equal(rdl_place_format(&p, text, sizeof(text)), "0x1234");
    assert_string_equal(rdl_place_format(&p, text, 4), "0x1");
}

static void another_build_is_not_asked(void **state)
{
    struct rdl_symbols *s;
    struct rdl_place p;
    uint8_t id = modules[0].build_id_size;

    (void)state;
    plain();
    memset(modules[0].build_id, 0xee, sizeof(modules[0].build_id));
    modules[0].build_id_size = sizeof(modules[0].build_id);
    s = rdl_symbols_new(modules, n_modules);
    modules[0].build_id_size = id;
    assert_true(rdl_symbols_find(s, noted, &p));
    assert_null(p.file);
    assert_null(p.function);
    rdl_symbols_free(s);
}

/* Modules come one by one: what was read of the others stays. */
static void more_modules_are_taken_in(void **state)
{
    uintptr_t function = (uintptr_t)dlsym(RTLD_DEFAULT, "_assert_true");
    struct rdl_symbols *s = rdl_symbols_new(modules, 1);
    struct rdl_module other = modules[0];
    struct rdl_place p, again;

    (void)state;
    plain();
    assert_true(rdl_symbols_find(s, noted, &p));
    assert_non_null(p.file);
    assert_false(rdl_symbols_find(s, function + 2, &again));
    assert_true(rdl_symbols_more(s, modules, n_modules));
    assert_true(rdl_symbols_find(s, function + 2, &again));
    assert_non_null(strstr(again.module, "libcmocka.so"));
    assert_true(rdl_symbols_find(s, noted, &again));
    assert_ptr_equal(again.file, p.file);
    assert_true(rdl_symbols_more(s, modules, 1));
    other.build_id[0] ^= 1;
    assert_false(rdl_symbols_more(s, &other, 1));
    rdl_symbols_free(s);
}

static void damaged_module_tables_hurt_nobody(void **state)
{
    struct rdl_module wild = { .start = 0, .end = UINTPTR_MAX };
    struct rdl_symbols *s;
    struct rdl_place p;
    char text[64];

    (void)state;
    memset(wild.path, 'x', sizeof(wild.path)); /* not terminated */
    s = rdl_symbols_new(&wild, 1);
    assert_true(rdl_symbols_find(s, 77, &p));
    assert_null(p.file);
    assert_int_equal(strlen(p.module), sizeof(wild.path) - 1);
    assert_false(rdl_symbols_data(s, 77, text, sizeof(text)));
    rdl_symbols_free(s);
    s = rdl_symbols_new(modules, 0);
    assert_false(rdl_symbols_find(s, noted, &p));
    rdl_symbols_free(s);
}

/* --- Data ----------------------------------------------------------------- */

struct queue {
    pthread_mutex_t lock;
    int items[3][4];
    struct {
        short low, high;
    } mark;
};

static struct queue queues[2];
pthread_mutex_t lone = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void assert_data(struct rdl_symbols *s, const volatile void *at,
                        const char *expected)
{
    char text[128];

    assert_true(rdl_symbols_data(s, (uintptr_t)at, text, sizeof(text)));
    assert_string_equal(text, expected);
}

static void a_variable_has_its_name(void **state)
{
    static int kept;

    kept++;
    assert_data(*state, &counter, "counter");
    assert_data(*state, (char *)&counter + 1, "counter+1");
    assert_data(*state, &lone, "lone");
    assert_data(*state, (char *)&lone + 8, "lone+8");
    assert_data(*state, &kept, "kept");
}

static void a_part_of_a_variable_is_written_as_c_does(void **state)
{
    assert_data(*state, &queues[0], "queues[0].lock");
    assert_data(*state, &queues[1].lock, "queues[1].lock");
    assert_data(*state, &queues[1].items[2][3], "queues[1].items[2][3]");
    assert_data(*state, &queues[0].mark.high, "queues[0].mark.high");
}

static void what_is_no_variable_has_no_name(void **state)
{
    char text[64] = "x";
    int local;

    assert_false(
        rdl_symbols_data(*state, (uintptr_t)&local, text, sizeof(text)));
    assert_string_equal(text, "");
    assert_false(
        rdl_symbols_data(*state, (uintptr_t)&plain, text, sizeof(text)));
    assert_false(rdl_symbols_data(*state, 0, text, sizeof(text)));
}

static void a_small_buffer_cuts_the_name(void **state)
{
    char text[8];

    assert_true(
        rdl_symbols_data(*state, (uintptr_t)&queues[1], text, sizeof(text)));
    assert_string_equal(text, "queues[");
}

/* Names of memory ask for the scopes of an address again and again. */
static void scopes_are_searched_once(void **state)
{
    struct symbol_scope scope;

    for (int i = 0; i < 100; i++) {
        assert_true(rdl_scope_open(&scope, *state, HERE, 0) ||
                    rdl_symbols_scopes(*state)->searched > 0);
        rdl_scope_close(&scope);
    }
    assert_int_equal(rdl_symbols_scopes(*state)->searched, 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_call_has_file_line_and_function),
        TEST(an_inlined_call_shows_both_frames),
        TEST(a_library_without_lines_gives_its_symbol),
        TEST(a_frame_of_the_c_library_is_a_name),
        TEST(an_address_in_no_module_is_a_number),
        TEST(another_build_is_not_asked),
        TEST(more_modules_are_taken_in),
        TEST(damaged_module_tables_hurt_nobody),
        TEST(a_variable_has_its_name),
        TEST(a_part_of_a_variable_is_written_as_c_does),
        TEST(what_is_no_variable_has_no_name),
        TEST(a_small_buffer_cuts_the_name),
        TEST(scopes_are_searched_once),
    };

    return cmocka_run_group_tests_name("symbols", tests, NULL, NULL);
}
