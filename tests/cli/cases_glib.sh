# raddle test --cases with GLib's tests.
. "$(dirname "$0")/common.inc"
. "$(dirname "$0")/cases.inc"
cat >suite.c <<'C'
#include "counter.h"
#include <glib.h>
static void test_safe(void) { g_assert_cmpint(two(safe), ==, 2); }
static void test_racy(void) { g_assert_cmpint(two(racy), ==, 2); }
static void test_alone(void) { g_assert_true(1 + 1 == 2); }
int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/counter/safe", test_safe);
    g_test_add_func("/counter/racy", test_racy);
    g_test_add_func("/alone", test_alone);
    return g_test_run();
}
C
"$RADDLE" cc -g suite.c $(pkg-config --cflags --libs glib-2.0) -pthread -o suite
suite GLib /counter/safe /counter/racy /alone 4 c '(two(racy) == 2): (1 == 2)'

# Clean only as long as time-outs come last: that is said.
cat >waits.c <<'C'
#include <glib.h>
static void *run(void *arg) { return arg; }
static void test_wait(void)
{
    GThread *t = g_thread_new("t", run, NULL);
    g_usleep(1000);
    g_thread_join(t);
}
int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/waits", test_wait);
    return g_test_run();
}
C
"$RADDLE" cc -g waits.c $(pkg-config --cflags --libs glib-2.0) -pthread -o waits
expect 0 "$RADDLE" test --cases --patient -n 20 --out waits-out ./waits
says "in 1 of the clean cases sleeps and time-outs ended only when no thread"
