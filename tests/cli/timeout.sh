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

# A time-out is a finding only if the program hangs.  These threads go on, a turn
# at a time, though each turn takes long because no hook sees their assembler:
# their executions are cut, and nothing is claimed.
cat >turns.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static volatile unsigned turn;
static atomic_int n;
static unsigned id[2] = { 0, 1 };
static unsigned load(void)
{
    unsigned v;
    __asm__ volatile("movl %1,%0" : "=r"(v) : "m"(turn) : "memory");
    return v;
}
static void *pass(void *arg)
{
    unsigned me = *(unsigned *)arg;
    for (int i = 0; i < 200000; i++) {
        while (load() != me)
            __asm__ volatile("pause" ::: "memory");
        atomic_fetch_add(&n, 1);
        __asm__ volatile("movl %1,%0" : "=m"(turn) : "r"(!me) : "memory");
    }
    return 0;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, pass, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
"$RADDLE" cc -g -O2 -pthread turns.c -o turns
expect 3 "$RADDLE" test -j1 -n 2 --timeout 1s --json report.json ./turns
equal "$(field report.json 'r["findings"], r["cut"], r["late"]')" "([], 2, 2)"
equal "$(field report.json '"executions-late" in [n["kind"] for n in
    r["notes"]]')" True
equal "$(field report.json 'r["deterministic"]')" True
