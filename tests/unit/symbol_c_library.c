/* symbol_c_library.c - for a name of a C library without installed debug
 * information, libdw does not load what asks servers for it. */
#include "symbols/symbol.h"
#include "modules.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

static void no_server_is_asked(void **state)
{
    static struct rdl_module modules[RDL_MAX_MODULES];
    void *library = dlopen("libgcc_s.so.1", RTLD_NOW);
    struct rdl_symbols *s;
    struct rdl_place p;

    (void)state;
    assert_non_null(library);
    s = rdl_symbols_new(modules, test_modules_read(modules));
    assert_true(rdl_symbols_find(
        s, (uintptr_t)dlsym(library, "_Unwind_Backtrace") + 2, &p));
    assert_string_equal(p.function, "_Unwind_Backtrace");
    assert_null(dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_NOLOAD));
    rdl_symbols_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_server_is_asked) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
