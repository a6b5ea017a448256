# Two threads that yield while they wait, whatever their priorities, do not
# starve the third that they wait for: no false livelock.
program=$(realpath "$(dirname "$0")/../programs/thread_yield.c")
. "$(dirname "$0")/common.inc"
"$RADDLE" cc -g -O1 -pthread "$program" -o yield
expect 0 "$RADDLE" test --strategy pct --executions 300 --steps 20000 \
    --determinism 0 ./yield

# Two that back off from each other on atomics: each step has an effect, and
# under priorities that repeat themselves they would do so for ever.
cat >backoff.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_flag flag[2] = { ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT };
static int n;
static void take(int first, int second)
{
    for (;;) {
        while (atomic_flag_test_and_set(&flag[first]))
            sched_yield();
        if (!atomic_flag_test_and_set(&flag[second]))
            return;
        atomic_flag_clear(&flag[first]);
        sched_yield();
    }
}
static void *turns(void *argument)
{
    int own = (int)(long)argument;

    for (int i = 0; i < 3; i++) {
        take(own, 1 - own);
        n++;
        atomic_flag_clear(&flag[0]);
        atomic_flag_clear(&flag[1]);
    }
    return NULL;
}
int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, turns, (void *)0);
    pthread_create(&b, NULL, turns, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == 6);
}
C
"$RADDLE" cc -g -pthread backoff.c -o backoff
expect 0 "$RADDLE" test --jobs=1 --executions=1000 --fresh --json=r.json \
    ./backoff
equal "$(field r.json 'r["cut"], r["executions"]')" "(0, 1000)"
