/* quote.c - a printed command means to a shell what was said. */
#include "util/shell_quote.h"

#include "util/die.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void a_shell_reads_the_words_back(void **state)
{
    char *words[] = { "",
                      "plain",
                      "two words",
                      "it's",
                      "''",
                      "$HOME",
                      "a\\b\"c`d`",
                      "*",
                      "~",
                      "new\nline",
                      "--x=1",
                      "\xc3\xa4;&|",
                      "#",
                      "!",
                      "\033[31m'\\7\n",
                      "no\xffutf",
                      "\xc2\x9b"
                      "2J",
                      NULL };
    size_t n = sizeof(words) / sizeof(words[0]) - 1;
    char *command = rdl_quote_command("printf", (char *[]){ "%s|", NULL });
    char *arguments = rdl_quote_command(words[0], words + 1);
    char *whole = rdl_format("%s %s", command, arguments);
    char expected[256] = "", got[256] = "";
    FILE *shell;

    (void)state;
    setenv("WHOLE", whole, 1);
    shell = popen("bash -c \"$WHOLE\"", "r"); /* sh may not know $'...' */
    assert_non_null(shell);
    for (size_t i = 0; i < n; i++)
        strcat(strcat(expected, words[i]), "|");
    assert_int_equal(fread(got, 1, sizeof(got) - 1, shell), strlen(expected));
    assert_int_equal(pclose(shell), 0);
    assert_string_equal(got, expected);
    free(command);
    free(arguments);
    free(whole);
}

static void nothing_that_controls_a_terminal_stays(void **state)
{
    char *text = rdl_quote("it's\033[31m\xc2\x9b\xff\n\\");

    (void)state;
    assert_string_equal(text, "$'it\\'s\\033[31m\\302\\233\\377\\012\\\\'");
    free(text);
}

static void what_needs_no_quotes_has_none(void **state)
{
    char *text = rdl_quote_command(
        "./a.out", (char *[]){ "-n", "5", "--x=a:b", "a b", NULL });

    (void)state;
    assert_string_equal(text, "./a.out -n 5 --x=a:b 'a b'");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shell_reads_the_words_back),
        cmocka_unit_test(nothing_that_controls_a_terminal_stays),
        cmocka_unit_test(what_needs_no_quotes_has_none),
    };

    return cmocka_run_group_tests_name("quote", tests, NULL, NULL);
}
