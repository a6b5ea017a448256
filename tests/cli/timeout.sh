# An execution that takes too long: every thread is shown, with its stack, on
# both engines.
. "$(dirname "$0")/common.inc"
cat >slow.c <<'C'
#include <pthread.h>
#include <stddef.h>
static volatile int done;
__attribute__((noinline, no_sanitize("thread"))) static void compute(void)
{
    while (!done)
        __asm__ volatile("" ::: "memory");
}
static void *work(void *arg)
{
    compute();
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread slow.c -o slow
for engine in fiber kernel; do
    expect 1 "$RADDLE" test --engine $engine --timeout 1s --json report.json \
        ./slow
    says "time-out"
    says "thread 0: waits for the end of thread 1"
    grep -qE '\(work\)' out || fail "no frame of work"
    equal "$(field report.json 'r["findings"][0]["kind"]')" timeout
    # No read was seen.  It comes again, though never after as many turns.
    says "repeats the same steps"
    equal "$(field report.json 'r["findings"][0]["replayed"]')" True
    ! grep -q "did NOT give" out || fail "it was not replayed"
done
