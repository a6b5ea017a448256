# Memory that only one thread uses is not scheduled; no final state is lost by
# that.  -O0, so that every access of the source is one, also to locals.
. "$(dirname "$0")/common.inc"
build() {
    "$RADDLE" cc -g -O0 -pthread "$here/sharing/$1.c" -o "$1"
}
for source in "$here"/sharing/*.c; do
    build "$(basename "$source" .c)"
done
compare() {
    python3 "$here/sharing/compare.py" "$RADDLE" "$@"
}
compare rewind "$(many 40000 2500)" ./conditional ./handed ./heap ./stack \
    ./readers ./handler ./cancelled ./slots ./copies ./kernel ./atomics
# Most of these executions fail, and each failure ends a batch.
compare rewind "$(many 5000 1000)" ./freed
# A rewind does not bring back what children saw.
compare fork "$(many 5000 300)" ./forked ./handler

# What is saved is decisions: while each thread is in the loop on its own stack
# nobody else is given a turn, so that a schedule has few lines; and with
# --no-learn it has hundreds.  Both replay, and step for step: a schedule does
# not depend on what was learnt.
cat >loops.c <<'C'
#include <assert.h>
#include <pthread.h>
static int step, met;
__attribute__((noinline)) static void add(long *own, int i)
{
    own[i % 8] += i;
}
static void loop(void)
{
    long own[8] = { 0 };
    for (int i = 0; i < 300; i++)
        add(own, i);
}
static void *walk(void *unused)
{
    loop();
    step = 1;
    add((long[8]){ 0 }, 1);
    step = 2;
    return unused;
}
static void *watch(void *unused)
{
    int first;
    loop();
    first = step;
    add((long[8]){ 0 }, 1);
    met = first == 1 && step == 2;
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, walk, 0);
    pthread_create(&u, 0, watch, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(!met);
}
C
"$RADDLE" cc -g -O0 -pthread loops.c -o loops
# lines OPTIONS...: of the schedule of the failure, found by an execution that
# leaves out decisions if any does (not the first; sharing.c).
lines() {
    for seed in 1 2 3 4 5 6 7 8 9; do
        rm -rf found
        expect 1 "$RADDLE" test -q --no-shrink -s random --jobs 1 --seed $seed --out found \
            --json report "$@" ./loops
        number=$(field report 'r["findings"][0]["execution"]')
        if [ $((number & (number - 1))) != 0 ] && [ $((number % 64)) != 0 ]; then
            expect 1 "$RADDLE" replay --times 20 found/*.schedule
            says "reproduced 20 of 20 times"
            grep -c "" found/*.schedule
            return
        fi
    done
    fail "no seed has the failure in an execution that learns"
}
for isolation in rewind fork; do
    learnt=$(lines --isolation $isolation)
    plain=$(lines --isolation $isolation --no-learn)
    [ "$learnt" -lt 100 ] || fail "$isolation: $learnt lines with learning"
    [ "$plain" -gt 300 ] || fail "$isolation: $plain lines without"
done
