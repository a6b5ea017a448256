/* symbol_nearest.c - the symbol of an address (symbols/nearest.c) against what
 * libdw answers, around the symbols of this program and of the C library. */
#include "symbols/internal.h"
#include "modules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static struct rdl_module modules[RDL_MAX_MODULES];

static int set_up(void **state)
{
    *state = rdl_symbols_new(modules, test_modules_read(modules));
    return 0;
}

static int tear_down(void **state)
{
    rdl_symbols_free(*state);
    return 0;
}

static void assert_same(struct rdl_symbols *s, Dwfl_Module *module,
                        Dwarf_Addr address)
{
    GElf_Off offset = 0, expected_offset = 0;
    GElf_Sym symbol = { 0 }, expected_symbol = { 0 };
    const char *expected = dwfl_module_addrinfo(
        module, address, &expected_offset, &expected_symbol, NULL, NULL, NULL);
    const char *name =
        rdl_symbols_nearest(s, module, address, &offset, &symbol);

    if (expected == NULL) {
        assert_null(name);
        return;
    }
    assert_non_null(name);
    assert_string_equal(name, expected);
    assert_int_equal(offset, expected_offset);
    assert_memory_equal(&symbol, &expected_symbol, sizeof(symbol));
}

/* About `most` symbols of the module, each at its borders and within. */
static void compare(struct rdl_symbols *s, const void *in, int most)
{
    Dwfl_Module *module = rdl_symbols_open(s, (uintptr_t)in);
    int n, compared = 0;

    assert_non_null(module);
    n = dwfl_module_getsymtab(module);
    assert_true(n > most);
    for (int i = 1; i < n; i += n / most) {
        GElf_Addr value;
        GElf_Sym symbol;

        if (dwfl_module_getsym_info(module, i, &symbol, &value, NULL, NULL,
                                    NULL) == NULL)
            continue;
        /* The answer at one must not be used for its neighbour. */
        assert_same(s, module, value + symbol.st_size / 2);
        assert_same(s, module, value);
        assert_same(s, module, value + 1);
        assert_same(s, module, value - 1);
        assert_same(s, module, value + symbol.st_size);
        assert_same(s, module, value + symbol.st_size - 1);
        assert_same(s, module, value + symbol.st_size + 1);
        compared++;
    }
    assert_true(compared >= most / 2);
}

static void answers_are_those_of_libdw(void **state)
{
    compare(*state, (void *)compare, 150);
    compare(*state, (void *)printf, 20);
    compare(*state, (void *)compare, 100); /* now known */
}

static void what_is_in_no_section_has_no_answer(void **state)
{
    Dwfl_Module *module = rdl_symbols_open(*state, (uintptr_t)compare);
    GElf_Off offset;
    GElf_Sym symbol;

    for (Dwarf_Addr at = 0; at < 100; at++)
        assert_null(rdl_symbols_nearest(*state, module, at, &offset, &symbol));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers_are_those_of_libdw, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_in_no_section_has_no_answer,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
