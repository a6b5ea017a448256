/* symbol_tree.c - symbols/dwarf/tree.c finds the entries that libdw finds. */
#include "symbols/internal.h"
#include "modules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

static int count; /* a variable in a block, inlined code: entries to be found */

static inline __attribute__((always_inline)) void deeper(int n)
{
    for (int i = 0; i < n; i++) {
        volatile int twice = 2 * i;

        count += twice;
    }
}

static __attribute__((noinline)) void function(int n)
{
    if (n > 1) {
        const int less = n - 1;

        deeper(less);
        deeper(n);
    }
}

static void assert_same(Dwarf_Die *a, int n, Dwarf_Die *b, int m)
{
    assert_int_equal(n, m > 0 ? m : 0);
    for (int i = 0; i < n; i++)
        assert_int_equal(dwarf_dieoffset(&a[i]), dwarf_dieoffset(&b[i]));
}

/* Around `die`, and around all that are in it, one in `every`. */
static unsigned look_at(struct rdl_symbols *s, Dwarf_Die *die, unsigned seen,
                        unsigned every)
{
    Dwarf_Die child, *ours, *theirs = NULL;
    int got, n, m;

    if (seen++ % every == 0) {
        n = rdl_symbols_path(s, die, &ours);
        m = dwarf_getscopes_die(die, &theirs);
        if (m > 0) /* libdw does not look into enumerations and the like */
            assert_same(ours, n, theirs, m);
        free(ours);
        free(theirs);
    }
    for (got = dwarf_child(die, &child); got == 0;
         got = dwarf_siblingof(&child, &child))
        seen = look_at(s, &child, seen, every);
    return seen;
}

static void entries_around_an_address(void **state)
{
    const uintptr_t from = (uintptr_t)function;
    int deepest = 0;

    function(3);
    for (uintptr_t pc = from - 512; pc < from + 512; pc++) {
        Dwfl_Module *module = rdl_symbols_open(*state, pc);
        Dwarf_Die *ours, *innermost = NULL, *theirs = NULL, *unit;
        Dwarf_Addr bias;
        int n, m;

        unit = module != NULL ? rdl_symbols_unit(module, pc, &bias) : NULL;
        if (unit == NULL)
            continue;
        n = rdl_symbols_around(*state, unit, pc - bias, &ours);
        m = dwarf_getscopes(unit, pc - bias, &innermost);
        if (m > 0)
            m = dwarf_getscopes_die(&innermost[0], &theirs);
        assert_same(ours, n, theirs, m);
        deepest = n > deepest ? n : deepest;
        free(ours);
        free(innermost);
        free(theirs);
    }
    /* Unit, function, block, inlined function, two loops. */
    assert_true(deepest >= 5);
}

static void entries_around_an_entry(void **state)
{
    Dwfl_Module *module = rdl_symbols_open(*state, (uintptr_t)function);
    Dwarf_Addr bias;
    Dwarf_Die *unit = rdl_symbols_unit(module, (uintptr_t)function, &bias);

    assert_non_null(unit);
    assert_true(look_at(*state, unit, 0, 5) > 100);
}

/* Whether there is a variable or not: asked again, nothing is read again. */
static void entries_are_read_once_for_variables(void **state)
{
    Dwfl_Module *module = rdl_symbols_open(*state, (uintptr_t)&count);
    size_t read;
    Dwarf_Die die;

    assert_true(rdl_symbols_variable(module, (uintptr_t)&count, &die));
    assert_string_equal(dwarf_diename(&die), "count");
    read = rdl_symbols_variables_read(module);
    assert_true(read > 100);
    assert_true(rdl_symbols_variable(module, (uintptr_t)&count, &die));
    assert_int_equal(rdl_symbols_variables_read(module), read);
    assert_false(rdl_symbols_variable(module, (uintptr_t)&count + 1, &die));
    read = rdl_symbols_variables_read(module);
    assert_false(rdl_symbols_variable(module, (uintptr_t)&count + 1, &die));
    assert_int_equal(rdl_symbols_variables_read(module), read);
    assert_true(rdl_symbols_variable(module, (uintptr_t)&count, &die));
}

static int set_up(void **state)
{
    static struct rdl_module modules[RDL_MAX_MODULES];

    *state = rdl_symbols_new(modules, test_modules_read(modules));
    return 0;
}

static int tear_down(void **state)
{
    rdl_symbols_free(*state);
    return 0;
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(entries_around_an_address),
        TEST(entries_around_an_entry),
        TEST(entries_are_read_once_for_variables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
