# A failure that a test framework reports, or an exception that nobody catches:
# the expectation, its values and its line are what every report says.
. "$(dirname "$0")/common.inc"
cat >suite.c <<'C'
#include <glib.h>
#include <pthread.h>
static int n;
static void *count(void *x) { int was = n; n = was + 1; return x; }
static void counts(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, count, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    g_assert_cmpint(n, ==, 2);
}
int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/counts", counts);
    return g_test_run();
}
C
export GITHUB_WORKSPACE=$PWD
"$RADDLE" cc -g -pthread suite.c $(pkg-config --cflags --libs glib-2.0) -o suite
expect 1 "$RADDLE" test -n 200 --json j --junit x --sarif s --annotations ./suite
grep -q '^expectation failed: (n == 2): (1 == 2)$' out || fail "headline"
grep -q '^  at suite.c:12:[0-9]* (counts), in execution' out || fail "place"
equal "$(field j '[(f["kind"], f["expectation"], f["replayed"], f["headline"]) for f in failures]')" \
    "[('expectation', {'text': '(n == 2): (1 == 2)', 'file': 'suite.c', 'line': 12}, True, 'expectation failed: (n == 2): (1 == 2)')]"
grep -q '^::error file=suite.c,line=12,col=.*::(n == 2): (1 == 2) ' out ||
    fail "annotation"
equal "$(field s '[(l["physicalLocation"]["artifactLocation"]["uri"], l["physicalLocation"]["region"]["startLine"]) for l in r["runs"][0]["results"][0]["locations"]]')" \
    "[('suite.c', 12)]"
grep -q 'message="expectation: (n == 2): (1 == 2) at suite.c:12' x || fail "junit"
expect 1 "$RADDLE" replay --times 2 raddle-out/suite/expectation-*.schedule
says "reproduced 2 of 2 times"
says "expectation failed: (n == 2): (1 == 2)"

# Like any kind it can be disabled.
expect 0 "$RADDLE" test --fresh -n 200 --disable expectation --json j ./suite
equal "$(field j '(failures, r["executions"])')" "([], 200)"

# The status comes later, from main: two expectations are two findings.
cat >two.c <<'C'
#include <pthread.h>
#include <stdio.h>
static int n, failed;
static void *count(void *x) { int was = n; n = was + 1; return x; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, count, NULL);
    if (n > 1)
        failed = printf("two.c:%d:early:FAIL: Expected 1 Was %d\n", __LINE__, n);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    if (n < 2)
        failed = printf("two.c:%d:late:FAIL: Expected 2 Was %d\n", __LINE__, n);
    return failed != 0;
}
C
"$RADDLE" cc -g -pthread two.c -o two
expect 1 "$RADDLE" test -n 300 -k --json j ./two
equal "$(field j 'sorted((f["expectation"]["line"], f["expectation"]["text"], f["replayed"]) for f in failures)')" \
    "[(11, 'Expected 1 Was 2', True), (15, 'Expected 2 Was 1', True)]"

cat >throws.cc <<'C'
#include <stdexcept>
#include <thread>
static int n;
static void count() { int was = n; n = was + 1; }
int main()
{
    std::thread a(count), b(count);
    a.join();
    b.join();
    if (n != 2)
        throw std::runtime_error("lost one");
}
C
"$RADDLE" c++ -g -pthread throws.cc -o throws
expect 1 "$RADDLE" test -n 200 --json j ./throws
equal "$(field j '[(f["kind"], f["text"], f["expectation"], f["replayed"]) for f in failures]')" \
    "[('cpp-terminate', 'uncaught exception of type std::runtime_error: lost one', None, True)]"
