# A Criterion suite, one test case at a time, in the process that is tested:
# with the main that comes with raddle (share/raddle/criterion_main.c).
. "$(dirname "$0")/common.inc"
cat >suite.c <<'C'
#include <criterion/criterion.h>
#include "counter.h"
static int made;
static void make(void) { made++; }
TestSuite(counting, .init = make);
Test(counting, racy)
{
    cr_assert_eq(two(racy), 2, "lost an update");
}
Test(counting, safe, .init = make)
{
    cr_assert_eq(two(safe), 2);
    cr_assert_eq(made, 2, "the fixtures did not run");
}
Test(counting, expects)
{
    cr_expect(two(racy) == 2);
    cr_expect(two(safe) == 2);
}
Test(counting, off, .disabled = true)
{
    cr_assert(0);
}
C
# By Criterion's own main, to see that the suite is one.
raddle-cc -g -pthread suite.c -lcriterion -o suite
status 0 timeout 60 ./suite
main=$PREFIX/share/raddle/criterion_main.c
raddle-cc -g -Wall -Wextra -Werror -pthread suite.c "$main" -lcriterion -o one
status 2 ./one
says "  counting/racy"
status 0 ./one counting/racy
status 1 raddle test -n 1000 ./one counting/racy
says "assertion failed: lost an update"
says "suite.c:8"
status 1 raddle replay --times 3 raddle-out/*/assertion-*.schedule
says "reproduced 3 of 3 times"
status 0 raddle test -n 200 ./one counting/safe
status 1 raddle test -n 1000 ./one counting/expects
says "expectation failed: The expression two(racy) == 2 is false."
says "suite.c:17"
status 3 raddle test -n 200 ./one counting/off
