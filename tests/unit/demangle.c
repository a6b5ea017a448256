/* demangle.c - names of C++ functions, whole and without their types. */
#include "util/demangle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

static void types_of_the_library_are_plain(void **state)
{
    static const char *const table[][2] = {
        { "Queue<std::__cxx11::basic_string<char, std::char_traits<char>, "
          "std::allocator<char> > >::pop",
          "Queue<std::string>::pop" },
        { "f(std::vector<std::pair<int, A<1> >, std::allocator<std::pair<int, "
          "A<1> > > >&)",
          "f(std::vector<std::pair<int, A<1> >>&)" },
        { "std::__cxx11::list<int, std::allocator<int> >", "std::list<int>" },
        { "f<, std::allocator<", "f<" }, /* cut off */
        { "std::allocator<int>::allocate", "std::allocator<int>::allocate" },
        { "f(int, std::allocator<char> const&)",
          "f(int, std::allocator<char> const&)" },
        { "", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        char text[200];

        strcpy(text, table[i][0]);
        rdl_demangle_plain(text);
        assert_string_equal(text, table[i][1]);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_of_the_library_are_plain),
        cmocka_unit_test(names_are_short),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
