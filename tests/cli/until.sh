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
# Said of the window that it is about; also where a budget ended it, and not
# before one window is over.
run 0 -n 2000 --window 500 ./counter
says "0 new in the last 500 executions: saturated"
equal "$(field report 'r["stop"]')" budget
run 0 -n 400 --window 500 ./counter
says_not saturated
run 0 -n 400 --until saturation --window 500 ./counter
says ": not saturated"
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
# Time that a finding takes is none in which nothing was covered: here new
# processes take a while to start, as replays and shrinking need them.
sed 's/^int main(void)$/#include <unistd.h>\
__attribute__((constructor)) static void begin(void) { usleep(300000); }\n&/' \
    deadlock.c >begins.c
gcc -g -pthread begins.c -o begins
run 1 --keep-going --until saturation --window 200ms ./begins
equal "$(field report 'r["stop"], len(r["findings"])')" "('saturated', 1)"
equal "$(field report 'r["seconds"] >= 0.5, r["seconds_on_findings"] > 0.5')" \
    "(True, True)"
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
# Numbers are digits: nothing is taken for a part of what was typed.
for window in 1 1ms 1e3 0x10 1.5 -5 +5 ' 5' 5x '' inf 99999999999999999999; do
    expect 2 "$RADDLE" test "--window=$window" ./counter
    says "--window takes executions such as 5000"
    says "not '$window'"
done
for time in 1e1 0x10s inf -3 .5s 5.s '1 s' 0 1d; do
    expect 2 "$RADDLE" test "--time=$time" ./counter
    says "--time takes a time such as 500ms, 30s, 5m or 2h, not '$time'"
done
for n in 1e3 0x10 +5 ' 5' 5.0 ''; do
    expect 2 "$RADDLE" test "--executions=$n" ./counter
    says "--executions takes a number"
    says "not '$n'"
done
for share in 1e1% 0x10% 101% 50 %; do
    expect 2 "$RADDLE" test "--until=coverage=$share" ./counter
    says "not 'coverage=$share'"
done
run 0 --window 0.1s --until coverage=99.5% -n 0010 ./counter
equal "$(field report 'r["executions"] <= 10')" True
