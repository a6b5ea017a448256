/* utf8.c - rdl_utf8_length tells characters from bytes that are none. */
#include "util/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

static void lengths_are_those_of_rfc_3629(void **state)
{
    static const struct {
        const char *text;
        size_t length;
    } table[] = {
        { "", 0 },
        { "a", 1 },
        { "\x7f", 1 },
        { "\xc3\xa9", 2 },
        { "\xe2\x80\xa8", 3 },
        { "\xef\xbf\xbf", 3 },
        { "\xf0\x9f\xa7\xb5", 4 },
        { "\xf4\x8f\xbf\xbf", 4 },
        /* Not the first byte of any. */
        { "\x80", 0 },
        { "\xff", 0 },
        { "\xf8\x88\x80\x80\x80", 0 },
        /* Cut off. */
        { "\xc3", 0 },
        { "\xe2\x80", 0 },
        { "\xf0\x9f\xa7", 0 },
        { "\xe2\x80z", 0 },
        /* Longer than they must be. */
        { "\xc0\x80", 0 },
        { "\xc1\xbf", 0 },
        { "\xe0\x9f\xbf", 0 },
        { "\xf0\x8f\xbf\xbf", 0 },
        /* Surrogates; beyond the last. */
        { "\xed\x9f\xbf", 3 },
        { "\xed\xa0\x80", 0 },
        { "\xed\xbf\xbf", 0 },
        { "\xee\x80\x80", 3 },
        { "\xf4\x90\x80\x80", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        assert_int_equal(rdl_utf8_length(table[i].text), table[i].length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_those_of_rfc_3629),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
