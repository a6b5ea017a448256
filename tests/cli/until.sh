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
# "Saturated" is said of 0, and the beginning of a campaign is none: also where
# the window is all of it, with any number of jobs.
for jobs in 1 2; do
    expect 0 "$RADDLE" test --fresh -j$jobs -n 500 --window 500 ./counter
    says " new in the last 500 executions"
    says_not saturated
    says_not ", 0 new"
    expect 0 "$RADDLE" test --fresh -j$jobs --window 500 --json report ./counter
    says ", 0 new in the last 500 executions: saturated"
    equal "$(field report 'r["stop"], r["executions"] > 500')" \
        "('saturated', True)"
done
# Everything estimated is covered in no time; it counts when nothing new was
# estimated or met for half of the executions, 100 at least.
run 0 --until coverage=100% ./counter
equal "$(field report 'r["stop"]')" covered
equal "$(field report '100 <= r["executions"] < 300')" True
equal "$(field report 'all(m["both"] == m["estimated"] > 0
    for m in r["coverage"].values())')" True
# The first execution covers nearly all that it shows to be possible, and later
# ones show more.
cat >queue.c <<'C'
#include <pthread.h>
static int n, in, out, buf[2], sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static void *put(void *a)
{
    for (int i = 1; i <= 3; i++) {
        pthread_mutex_lock(&m);
        while (n == 2)
            pthread_cond_wait(&not_full, &m);
        buf[in] = i;
        in = (in + 1) % 2;
        n++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&m);
    }
    return a;
}
static void *get(void *a)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        while (n == 0)
            pthread_cond_wait(&not_empty, &m);
        sum += buf[out];
        out = (out + 1) % 2;
        n--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&m);
    }
    return a;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, i < 2 ? put : get, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return sum != 12;
}
C
"$RADDLE" cc -g -pthread queue.c -o queue
known='sum(m["covered"] + m["estimated"] - m["both"]
    for m in r["coverage"].values())'
run 0 -n 2000 ./queue
all=$(field report "$known")
for seed in 1 2 3; do
    run 0 --seed $seed --until coverage=90% ./queue
    equal "$(field report "$known")" "$all"
    equal "$(field report 'r["stop"], r["executions"] >= 100')" \
        "('covered', True)"
done
# What cannot be reached ends when coverage is saturated, and is no success: it
# says what is uncovered; so with a budget.
cp "$(dirname "$0")/../../examples/reload.c" .
"$RADDLE" cc -g -pthread reload.c -o reload
for jobs in 1 2; do
    expect 3 timeout 60 "$RADDLE" test --fresh -j$jobs --window 300 \
        --until coverage=95% --json report --junit junit --annotations ./reload
    says ": no failure found"
    says_not "nothing verified"
    says "  uncovered  reload.c:24:9 (serve) -> reload.c:10:5 (reload)"
    says "--until coverage=95% was not reached: 9 of 10 covered (90%), and coverage no longer grows: the rest may be impossible"
    says "::error title=raddle%3A goal not reached::./reload: --until"
    grep -q '<error type="goal-not-reached" message="--until' junit ||
        fail "junit"
    equal "$(field report 'r["stop"], r["exit_status"], r["why"][:20],
        300 < r["executions"] < 2000')" \
        "('saturated', 3, '--until coverage=95%', True)"
done
run 3 -n 90 --until coverage=80% ./reload
says "but the number of known interactions still grew: it must stay the same for half of the executions, at least 100"
says_not "  uncovered  "
run 0 --until coverage=80% ./reload
expect 0 "$RADDLE" report raddle-out/reload -o page.html
run 3 -n 90 --until coverage=95% ./reload
expect 0 "$RADDLE" report --json page raddle-out/reload -o page.html
equal "$(field page '[s["how"] for s in r["sessions"]]')" "['budget']"
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
run 3 --window 0.1s --until coverage=99.5% -n 0010 ./counter
equal "$(field report 'r["executions"]')" 10
