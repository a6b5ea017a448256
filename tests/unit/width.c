/* width.c - columns are counted as a terminal has them, and no line ends inside
 * a character. */
#include "util/utf8.h"
#include "util/width.h"
#include "util/wrap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define GERMAN "größeßößßüßäßö"
#define CHINESE "线程在等待一个锁"
#define COMBINED "e\xcc\x81te\xcc\x81" /* "été" with combining accents */

static void columns_are_those_of_a_terminal(void **state)
{
    static const struct {
        const char *text;
        size_t columns;
    } table[] = {
        { "", 0 },
        { "bank.c:21", 9 },
        { GERMAN, 14 },
        { CHINESE, 16 },
        { COMBINED, 3 },
        { "한국어", 6 },
        { "\xf0\x9f\xa7\xb5", 2 }, /* a spool of thread */
        /* Not UTF-8: a column for each byte. */
        { "\xff", 1 },
        { "a\xe2\x80", 3 },
        { "\xc3(", 2 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        assert_int_equal(rdl_width(table[i].text), table[i].columns);
    assert_int_equal(rdl_width_of(CHINESE, strlen("线程")), 4);
}

static void what_fits_ends_between_characters(void **state)
{
    static const struct {
        const char *text;
        size_t columns;
        const char *fits;
    } table[] = {
        { "", 5, "" },
        { "bank", 2, "ba" },
        { "bank", 9, "bank" },
        { GERMAN, 5, "größe" },
        { CHINESE, 4, "线程" },
        { CHINESE, 5, "线程" },
        { CHINESE, 1, "线" }, /* one at least */
        { CHINESE, 0, "" },
        { COMBINED, 1, "e\xcc\x81" },
        { COMBINED, 2, "e\xcc\x81t" },
        { "\xff\xff\xff", 2, "\xff\xff" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        assert_int_equal(rdl_width_fit(table[i].text, table[i].columns),
                         strlen(table[i].fits));
}

static void a_cut_says_so(void **state)
{
    char chinese[] = CHINESE, german[] = GERMAN, narrow[] = "bank";

    (void)state;
    rdl_width_cut(chinese, 8);
    assert_string_equal(chinese, "线程...");
    rdl_width_cut(german, 8);
    assert_string_equal(german, "größe...");
    rdl_width_cut(narrow, 4);
    assert_string_equal(narrow, "bank");
}

static char *wrapped(size_t width, const char *text)
{
    char *out;
    size_t size;
    FILE *file = open_memstream(&out, &size);

    rdl_wrap_to(file, width, 0, 2, text);
    fclose(file);
    return out;
}

static void a_long_word_is_broken_between_characters(void **state)
{
    (void)state;
    for (size_t width = 4; width < 20; width++) {
        char *out = wrapped(width, GERMAN " " CHINESE " " COMBINED);
        size_t bytes = 0;

        for (char *rest = out, *line; (line = strsep(&rest, "\n")) != NULL;) {
            assert_true(rdl_width(line) <= width);
            for (size_t n; *line != '\0'; line += n) {
                n = rdl_utf8_length(line);
                assert_int_not_equal(n, 0);
                bytes += *line == ' ' ? 0 : n;
            }
        }
        assert_int_equal(bytes, strlen(GERMAN CHINESE COMBINED));
        free(out);
    }
}

static void words_fill_a_line(void **state)
{
    char *out = wrapped(12, "für größere Bäume");

    (void)state;
    assert_string_equal(out, "für größere\n  Bäume\n");
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_those_of_a_terminal),
        cmocka_unit_test(what_fits_ends_between_characters),
        cmocka_unit_test(a_cut_says_so),
        cmocka_unit_test(a_long_word_is_broken_between_characters),
        cmocka_unit_test(words_fill_a_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
