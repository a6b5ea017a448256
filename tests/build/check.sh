# A Check suite, one test case at a time: CK_RUN_CASE, and CK_FORK=no for
# children are not controlled.  A replay needs neither variable.
. "$(dirname "$0")/common.inc"
cat >suite.c <<'C'
#include <check.h>
#include "counter.h"
START_TEST(test_racy)
{
    ck_assert_int_eq(two(racy), 2);
}
END_TEST
START_TEST(test_safe)
{
    ck_assert_int_eq(two(safe), 2);
}
END_TEST
int main(void)
{
    Suite *suite = suite_create("counting");
    TCase *r = tcase_create("racy"), *s = tcase_create("safe");
    SRunner *runner = srunner_create(suite);
    int failed;
    tcase_add_test(r, test_racy);
    tcase_add_test(s, test_safe);
    suite_add_tcase(suite, r);
    suite_add_tcase(suite, s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
C
raddle-cc -g -pthread suite.c $(pkg-config --cflags --libs check) -o suite
status 0 ./suite
export CK_FORK=no
CK_RUN_CASE=racy status 1 raddle test -n 1000 --jobs 1 ./suite
says "expectation failed: two(racy) == 2: two(racy) == 1, 2 == 2"
says "suite.c:5:F:racy:test_racy"
(
    unset CK_FORK
    status 1 raddle replay --times 3 raddle-out/*/expectation-*.schedule
    says "reproduced 3 of 3 times"
)
CK_RUN_CASE=safe status 0 raddle test --fresh -n 200 --jobs 1 ./suite
says "no failure found"
