/* error.c - an error keeps its code and its text, whatever their length. */
#include "util/error.h"
#include "util/utf8.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void an_error_is_set_once_something_failed(void **state)
{
    struct rdl_error e = { .code = RDL_EXIT_CLEAN };

    (void)state;
    assert_false(rdl_error_is_set(&e));
    assert_false(rdl_error_set(&e, RDL_EXIT_USAGE, "no %s", "program"));
    assert_true(rdl_error_is_set(&e));
    assert_int_equal(e.code, RDL_EXIT_USAGE);
    assert_string_equal(e.text, "no program");
    rdl_error_context(&e, "bank-%d.schedule", 7);
    assert_int_equal(e.code, RDL_EXIT_USAGE);
    assert_string_equal(e.text, "bank-7.schedule: no program");
    assert_false(rdl_error_set(NULL, RDL_EXIT_USAGE, "nobody reads this"));
    assert_false(rdl_error_errno(NULL, RDL_EXIT_USAGE, "nor this"));
    assert_false(rdl_error_context(NULL, "nor this"));
}

/* A limit of the user's is not raddle's fault; what the user named stays the
 * user's. */
static void a_limit_is_not_an_internal_error(void **state)
{
    static const struct {
        int number;
        enum rdl_exit code, expected;
        const char *limit; /* NULL: none is named */
    } table[] = {
        { EMFILE, RDL_EXIT_INTERNAL, RDL_EXIT_NOTHING, "ulimit -n" },
        { ENOMEM, RDL_EXIT_INTERNAL, RDL_EXIT_NOTHING, "ulimit -v" },
        { EAGAIN, RDL_EXIT_INTERNAL, RDL_EXIT_NOTHING, "ulimit -u" },
        { EFBIG, RDL_EXIT_USAGE, RDL_EXIT_USAGE, "ulimit -f" },
        { EPERM, RDL_EXIT_INTERNAL, RDL_EXIT_INTERNAL, NULL },
        { ENOENT, RDL_EXIT_USAGE, RDL_EXIT_USAGE, NULL },
    };
    struct rdl_error e;

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        errno = table[i].number;
        rdl_error_errno(&e, table[i].code, "cannot make %d", 3);
        assert_int_equal(e.code, table[i].expected);
        assert_ptr_equal(strstr(e.text, "cannot make 3: "), e.text);
        assert_non_null(strstr(e.text, strerror(table[i].number)));
        if (table[i].limit != NULL)
            assert_non_null(strstr(e.text, table[i].limit));
        else
            assert_null(strstr(e.text, "limit"));
    }
}

static void assert_characters(const char *text)
{
    while (*text != '\0') {
        size_t n = rdl_utf8_length(text);

        assert_int_not_equal(n, 0);
        text += n;
    }
}

/* Of two, three and four bytes, at every offset from the end of the field. */
static void a_long_text_is_cut_between_characters(void **state)
{
    static const char *const letters[] = { "ß", "線", "\xf0\x9f\xa7\xb5" };
    struct rdl_error e;

    (void)state;
    for (size_t l = 0; l < sizeof(letters) / sizeof(letters[0]); l++) {
        for (size_t offset = 0; offset < 4; offset++) {
            char *text = calloc(1, 5 * RDL_ERROR_TEXT);

            memset(text, 'x', offset);
            for (size_t i = 0; i < RDL_ERROR_TEXT; i++)
                strcat(text, letters[l]);
            rdl_error_set(&e, RDL_EXIT_USAGE, "%s", text);
            assert_characters(e.text);
            assert_in_range(strlen(e.text), RDL_ERROR_TEXT - 5,
                            RDL_ERROR_TEXT - 1);
            rdl_error_context(&e, "%.*s", (int)offset, "yyyy");
            assert_characters(e.text);
            errno = EPERM;
            rdl_error_errno(&e, RDL_EXIT_USAGE, "%s", text);
            assert_characters(e.text);
            free(text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_is_set_once_something_failed),
        cmocka_unit_test(a_limit_is_not_an_internal_error),
        cmocka_unit_test(a_long_text_is_cut_between_characters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
