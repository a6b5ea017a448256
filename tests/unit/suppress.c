/* suppress.c - patterns of suppression files, against a table and against an
 * obviously right matcher on random texts of few letters. */
#include "campaign/findings/suppress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void table(void **state)
{
    static const struct {
        const char *pattern, *name;
        bool matches;
    } cases[] = {
        { "lock", "lock", true },
        { "lock", "my_lock_fast", true },
        { "lock", "loc", false },
        { "^lock", "lock_fast", true },
        { "^lock", "my_lock", false },
        { "lock$", "my_lock", true },
        { "lock$", "lock_my", false },
        { "lock$", "lock_lock", true },
        { "^lock$", "lock", true },
        { "^lock$", "locklock", false },
        { "a*c", "xabbbcx", true },
        { "a*c", "cba", false },
        { "^a*c$", "abcbc", true },
        { "^a*c$", "abcb", false },
        { "*", "", true },
        { "^$", "", true },
        { "^$", "a", false },
        { "^aa$", "aaa", false },
        { "^a*a$", "a", false },
        { "^*b", "ab", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (rdl_suppress_matches(cases[i].pattern, cases[i].name) !=
            cases[i].matches)
            fail_msg("%s and %s", cases[i].pattern, cases[i].name);
    }
}

/* Does the pattern, without ^ and $, match all of the text? */
static bool matches_all(const char *pattern, const char *text)
{
    if (*pattern == '\0')
        return *text == '\0';
    if (*pattern == '*')
        return matches_all(pattern + 1, text) ||
               (*text != '\0' && matches_all(pattern, text + 1));
    return *pattern == *text && matches_all(pattern + 1, text + 1);
}

static bool matches(const char *pattern, const char *text)
{
    char whole[32];
    size_t n = strlen(pattern);
    bool first = pattern[0] == '^', last = n > 0 && pattern[n - 1] == '$';

    snprintf(whole, sizeof(whole), "%s%.*s%s", first ? "" : "*",
             (int)(n - first - last), pattern + first, last ? "" : "*");
    return matches_all(whole, text);
}

static void random_text(char *out, const char *letters, size_t most)
{
    size_t n = (size_t)rand() % (most + 1);

    for (size_t i = 0; i < n; i++)
        out[i] = letters[(size_t)rand() % strlen(letters)];
    out[n] = '\0';
}

static void agrees(void **state)
{
    char pattern[16], text[16], middle[8];

    (void)state;
    srand(1);
    for (int i = 0; i < 200000; i++) {
        random_text(middle, "ab*", 5);
        snprintf(pattern, sizeof(pattern), "%s%s%s", rand() % 3 ? "" : "^",
                 middle, rand() % 3 ? "" : "$");
        random_text(text, "ab", 7);
        if (rdl_suppress_matches(pattern, text) != matches(pattern, text))
            fail_msg("'%s' and '%s'", pattern, text);
    }
}

static void kinds(void **state)
{
    char path[] = "/tmp/raddle-suppress-XXXXXX";
    struct rdl_suppressions s;
    struct rdl_error error;
    int fd = mkstemp(path);
    FILE *out = fdopen(fd, "w");

    (void)state;
    fputs("# kinds\ndeadlock:left\n\nmutex:odd\nrace:left\nthread:left\n", out);
    fclose(out);
    assert_true(rdl_suppressions_load(&s, path, &error));
    assert_int_equal(s.n, 4);
    assert_true(rdl_suppressions_match(&s, "deadlock", "left"));
    assert_false(rdl_suppressions_match(&s, "deadlock", "odd"));
    assert_false(rdl_suppressions_match(&s, "deadlock", NULL));
    assert_false(rdl_suppressions_match(&s, "assertion", "left"));
    assert_true(rdl_suppressions_match(&s, "mutex-misuse", "odd"));
    assert_false(rdl_suppressions_match(&s, "mutex-misuse", "left"));
    assert_true(rdl_suppressions_match(&s, "thread-leak", "left"));
    rdl_suppressions_free(&s);
    remove(path);
}

/* The error names file and line. */
static void errors(void **state)
{
    static const struct {
        const char *text;
        size_t size;
        const char *says;
    } wrong[] = {
        { "deadlock:a\nno colon\n", 20, ":2: expected kind:pattern" },
        { "nonsense:a\n", 11, ":1: unknown kind 'nonsense'" },
        { "deadlock:a\n\0\n", 13, ":2: contains a NUL byte" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char path[] = "/tmp/raddle-suppress-XXXXXX";
        struct rdl_error error = { .code = RDL_EXIT_CLEAN };
        struct rdl_suppressions s;
        FILE *out = fdopen(mkstemp(path), "w");

        fwrite(wrong[i].text, 1, wrong[i].size, out);
        fclose(out);
        assert_false(rdl_suppressions_load(&s, path, &error));
        remove(path);
        assert_int_equal(error.code, RDL_EXIT_USAGE);
        assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
        if (strncmp(error.text + strlen(path), wrong[i].says,
                    strlen(wrong[i].says)) != 0)
            fail_msg("%s", error.text);
    }
    assert_false(rdl_suppressions_load(&(struct rdl_suppressions){ 0 },
                                       "/no/such/file", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),
        cmocka_unit_test(agrees),
        cmocka_unit_test(kinds),
        cmocka_unit_test(errors),
    };

    return cmocka_run_group_tests_name("suppress", tests, NULL, NULL);
}
