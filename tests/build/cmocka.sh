# A cmocka suite, one test case at a time: by cmocka_set_test_filter; with
# CMOCKA_TEST_ABORT the finding is the failed assertion.  A replay needs no
# such variable.
. "$(dirname "$0")/common.inc"
cat >suite.c <<'C'
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "counter.h"
static void test_racy(void **state)
{
    (void)state;
    assert_int_equal(two(racy), 2);
}
static void test_safe(void **state)
{
    (void)state;
    assert_int_equal(two(safe), 2);
}
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_racy),
        cmocka_unit_test(test_safe),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
C
raddle-cc -g -pthread suite.c -lcmocka -o suite
status 0 ./suite
CMOCKA_TEST_ABORT=1 status 1 raddle test -n 1000 ./suite test_racy
says "expectation failed: 0x1 != 0x2"
says "suite.c:10:5 (test_racy)"
status 1 raddle replay --times 3 raddle-out/*/expectation-*.schedule
says "reproduced 3 of 3 times"
status 0 raddle test -n 200 ./suite test_safe
status 1 raddle test -n 1000 ./suite test_racy
says "expectation failed: 0x1 != 0x2"
says "at suite.c:10, in execution"
