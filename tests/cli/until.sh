# When a campaign has done enough: --until, --window, and the lines that say how
# thorough it was.
. "$(dirname "$0")/common.inc"
cat >counter.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add(void *a)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        x++;
        pthread_mutex_unlock(&m);
    }
    return a;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, add, 0);
    pthread_create(&u, 0, add, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return x != 4;
}
C
"$RADDLE" cc -g -pthread counter.c -o counter
run() {
    want=$1
    shift
    expect "$want" "$RADDLE" test --fresh -j1 --json report "$@"
}
# Saturated after one window at the earliest, and soon behind it; the default.
run 0 --window 300 ./counter
says ": saturated"
equal "$(field report 'r["stop"]')" saturated
equal "$(field report '300 <= r["executions"] < 2000')" True
run 0 --until saturation --window 200 ./counter
equal "$(field report '200 <= r["executions"] < 2000')" True
run 0 --until saturation --window 100ms ./counter
equal "$(field report 'r["stop"], r["seconds"] >= 0.1')" "('saturated', True)"
# Everything estimated is covered in no time.
run 0 --until coverage=100% ./counter
equal "$(field report 'r["stop"]')" covered
equal "$(field report 'r["executions"] < 300')" True
equal "$(field report 'all(m["both"] == m["estimated"] > 0
    for m in r["coverage"].values())')" True
# A finding ends it before; a budget bounds it.
deadlock_program
run 1 --until finding ./deadlock
equal "$(field report 'r["stop"]')" found
run 0 --until finding -n 50 ./counter
equal "$(field report 'r["stop"], r["executions"]')" "('budget', 50)"
# No coverage: no saturation, but a bound.
run 0 --metrics none ./counter
equal "$(field report 'r["stop"], r["executions"], r["coverage"]')" \
    "('budget', 10000, {})"
says_not "coverage:"
run 0 -n 30 --metrics lr-def,cc ./counter
equal "$(field report 'sorted(r["coverage"])')" \
    "['cc', 'def-use', 'lr-def', 'sync-pair']"
equal "$(field report 'r["coverage"]["cc"]["covered"] > 0')" True

expect 2 "$RADDLE" test --until never ./counter; says "coverage=95%"
expect 2 "$RADDLE" test --until coverage=0% ./counter; says "coverage=95%"
expect 2 "$RADDLE" test --until saturation --metrics none ./counter
says "needs coverage"
expect 2 "$RADDLE" test --metrics sync-pair,fish ./counter; says "'fish'"
expect 2 "$RADDLE" test --window 1 ./counter; says "--window"
