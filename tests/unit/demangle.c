/* demangle.c - names of C++ functions, whole and without their types. */
#include "util/demangle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static void names_are_short(void **state)
{
    static const struct {
        const char *mangled, *whole, *plain;
    } table[] = {
        { "qsort", NULL, "qsort" },
        { "_ZN4bank4pushEi", "bank::push(int)", "bank::push" },
        { "_ZNSolsEi", "std::ostream::operator<<(int)",
          "std::ostream::operator<<" },
        /* The type of a template's result comes first. */
        { "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
          "std::basic_ostream<char, std::char_traits<char> >& std::operator<< "
          "<std::char_traits<char> >(std::basic_ostream<char, "
          "std::char_traits<char> >&, char const*)",
          "std::operator<<" },
        { "_ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv",
          "std::basic_ios<char, std::char_traits<char> >::operator bool() "
          "const",
          "std::basic_ios::operator bool" },
        { "_ZNK4lessclEii", "less::operator()(int, int) const",
          "less::operator()" },
        { "_Z9operators1sILi1EE", "operators(s<1>)", "operators" },
        { "_Zzz", NULL, "_Zzz" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        char *whole = rdl_demangle(table[i].mangled);
        char *plain = rdl_demangle_short(table[i].mangled);

        if (table[i].whole == NULL)
            assert_null(whole);
        else
            assert_string_equal(whole, table[i].whole);
        assert_string_equal(plain, table[i].plain);
        free(whole);
        free(plain);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_short),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
