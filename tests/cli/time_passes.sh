# When sleeps and time-outs end: --time-passes, and what a campaign does without
# it.  It begins with idle time, in which they end only when no thread can run.
. "$(dirname "$0")/common.inc"

build() {
    "$RADDLE" cc -g -O1 -pthread "$1.c" -o "$1"
}
# modes: how many executions had idle time, and any time.
modes() {
    field report '"%s %d %d" % (r["time"]["passes"], r["time"]["idle"], r["time"]["any"])'
}
# early: how often time passes early in the schedule of the finding.
early() {
    cat "$(field report 'r["findings"][0]["schedule"]')" | grep -o '!time' | wc -l
}

# A sleep in place of synchronisation.
cat >sleeps.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int posted;
static void *post(void *arg)
{   volatile int own = 0; own++; /* nobody waits for that */
    pthread_mutex_lock(&m);
    posted = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, post, 0);
    usleep(100000);
    pthread_mutex_lock(&m);
    assert(posted == 1);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
C
build sleeps
expect 0 "$RADDLE" test -j1 --fresh -n 500 --patient --json report ./sleeps
equal "$(modes)" "idle 500 0"
says "only when no thread could run"
expect 1 "$RADDLE" test -j1 --fresh -n 500 --time-passes=any --json report ./sleeps
equal "$(field report 'r["time"]["idle"]')" 0
equal "$(early)" 1
# Without the option: first idle time, until that covers nothing new.
expect 1 "$RADDLE" test -j1 --fresh --json report ./sleeps
idle=$(field report 'r["time"]["idle"]')
[ "$idle" -ge 32 ] && [ "$idle" -le 128 ] || fail "$idle executions were idle"
[ "$(field report 'r["time"]["any"]')" -gt 0 ] || fail "found with idle time"
says "in the first $idle of them"
equal "$(early)" 1
schedule=$(field report 'r["findings"][0]["schedule"]')
! grep -q '^time-passes' "$schedule" || fail "found with any time"
# It says what it needs, first: data, words, the row of the sleep, the file.
explanation='r["findings"][0]["explanation"]'
fact="$explanation"'["facts"][0]'
equal "$(field report "len($explanation['facts']), $fact['kind'], $fact['delay_ns']")" \
    "(1, 'expired-sleep', 100000000)"
equal "$(field report "[(s['role'], s['thread'], s['line']) for s in $fact['steps']]")" \
    "[('expired', 0, 17), ('delayed', 1, None), ('later', 1, 8)]"
says "only if thread 1 is delayed, here by more than 100 ms"
says "100 ms passed while thread 1 could run"
grep -q '^fact expired-sleep tried - - 0 100000000$' "$schedule" ||
    fail "the schedule does not have the delay"
expect 1 "$RADDLE" replay --times 3 "$schedule"
expect 1 "$RADDLE" show --json shown "$schedule"
equal "$(field shown 'r["explanation"]["facts"][0]["delay_ns"]')" 100000000
# Few executions: half of them each.
expect 0 "$RADDLE" test -j1 --fresh -n 6 --seed 4 --json report ./sleeps
equal "$(modes)" "both 3 3"

# A bug that needs no early time-out, beside a sleep that does not last: it is
# found first, and without any.
sed -e 's/^static int posted;/static int posted, sum;/' \
    -e 's/^    return arg;/    int s = sum; sum = s + 1; return arg;/' \
    -e 's/pthread_t t;/pthread_t t, u;/' \
    -e 's/^    usleep/    pthread_create(\&u, 0, post, 0); usleep/' \
    -e 's/^    return 0;/    pthread_join(u, 0); assert(sum == 2); return 0;/' \
    sleeps.c >both.c
build both
for seed in 1 2 3; do
    expect 1 "$RADDLE" test -j1 --fresh --seed $seed --json report ./both
    says "sum == 2"
    equal "$(early)" 0
    equal "$(field report 'r["time"]["any"]')" 0
    grep -q '^time-passes idle' "$(field report 'r["findings"][0]["schedule"]')" ||
        fail "the schedule does not have its mode"
done
expect 1 "$RADDLE" test -j1 --fresh -k -n 400 --json report ./both
equal "$(field report 'len(failures)')" 2

# A timed request for a lock that fails, and nobody looks at the result.
cat >request.c <<'C'
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add(void *arg)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 5;
    pthread_mutex_timedlock(&m, &until);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
build request
expect 1 "$RADDLE" test -j1 --fresh --json report ./request
equal "$(field report "len($explanation['facts']), $fact['kind']")" "(1, 'expired-request')"
equal "$(field report "round($fact['delay_ns'] / 1e9)")" 5
equal "$(field report "[s['line'] for s in $fact['steps'] if s['role'] == 'expired']")" "[10]"
says "by more than 5 s"
says "time-out, without m"
expect 0 "$RADDLE" test -j1 --fresh -n 500 --patient ./request

# A program without time-outs has nothing to say about it.
grep -v usleep both.c >neither.c
build neither
expect 1 "$RADDLE" test -j1 --fresh -k -n 200 --json report ./neither
says_not "time-outs ended"
equal "$(field report 'r["time"]["any"]')" 0

expect 2 "$RADDLE" test --time-passes=never ./sleeps
says "--time-passes takes idle or any"
# The two contradict each other, in whatever order.
expect 2 "$RADDLE" test --patient --time-passes=any ./sleeps
expect 2 "$RADDLE" test --time-passes=any --patient ./sleeps
says "does not go with"
expect 0 "$RADDLE" test -q -j1 --fresh -n 20 --patient --time-passes=idle ./sleeps
