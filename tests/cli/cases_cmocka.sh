# raddle test --cases with cmocka: main must help it to choose.
. "$(dirname "$0")/common.inc"
. "$(dirname "$0")/cases.inc"
cat >suite.c <<'C'
#include "counter.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
static void test_safe(void **s) { (void)s; assert_int_equal(two(safe), 2); }
static void test_racy(void **s) { (void)s; assert_int_equal(two(racy), 2); }
static void test_alone(void **s) { (void)s; assert_int_equal(1 + 1, 2); }
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_safe),
        cmocka_unit_test(test_racy),
        cmocka_unit_test(test_alone),
    };
#ifdef FILTER
    if (argc > FILTER)
        cmocka_set_test_filter(argv[FILTER]);
#endif
    return argc > 0 ? cmocka_run_group_tests(tests, NULL, NULL) : argv == NULL;
}
C
"$RADDLE" cc -g -DFILTER=1 suite.c -lcmocka -pthread -o suite
suite cmocka test_safe test_racy test_alone 8 c '0x1 != 0x2'
# Without that help, or with another kind of it, the suite is one case.
for filter in -DFILTER=7 -DNO_FILTER; do
    "$RADDLE" cc -g $filter suite.c -lcmocka -pthread -o whole
    expect 1 "$RADDLE" test --cases --fresh -n 200 -j1 --json j ./whole
    says "the suite runs as one case"
    equal "$(field j '[(c["case"], c["verdict"]) for c in r["cases"]]')" "[('./whole', 'findings')]"
done
