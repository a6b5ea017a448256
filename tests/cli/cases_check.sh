# raddle test --cases with Check, which cannot list its cases.
. "$(dirname "$0")/common.inc"
. "$(dirname "$0")/cases.inc"
cat >suite.c <<'C'
#include "counter.h"
#include <check.h>
START_TEST(test_safe) { ck_assert_int_eq(two(safe), 2); } END_TEST
START_TEST(test_racy) { ck_assert_int_eq(two(racy), 2); } END_TEST
START_TEST(test_alone) { ck_assert_int_eq(1 + 1, 2); } END_TEST
static void add(Suite *s, const char *name, const TTest *test)
{
    TCase *c = tcase_create(name);
    tcase_add_test(c, test);
    suite_add_tcase(s, c);
}
int main(void)
{
    Suite *s = suite_create("a & b");
    SRunner *r = srunner_create(s);
    int failed;
    add(s, "safe", test_safe);
    add(s, "racy", test_racy);
    add(s, "alone", test_alone);
    srunner_run_all(r, CK_NORMAL);
    failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
C
"$RADDLE" cc -g suite.c $(pkg-config --cflags --libs check) -pthread -o suite
suite Check "a & b/safe" "a & b/racy" "a & b/alone" 4 c \
    'two(racy) == 2: two(racy) == 1, 2 == 2'
