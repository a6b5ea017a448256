# A flag that is set without the lock, among much else: two preemptions are
# enough, but few schedules lead there by leaving out alone.
. "$(dirname "$0")/common.inc"

cat >pool.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int jobs;
static atomic_int stop;
static void *worker(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        while (jobs == 0 && !stop)
            pthread_cond_wait(&more, &m);
        if (jobs == 0)
            break;
        jobs--;
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        jobs++;
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&m);
    }
    stop = 1;
    pthread_cond_broadcast(&more);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread pool.c -o pool
sum=0
for seed in 1 2 3 4 5 6; do
    rm -rf found
    expect 1 "$RADDLE" test -j1 --seed "$seed" --json report --out found ./pool
    says "lost wake-up"
    n=$(sed -n 's/^shrunk to \([0-9]*\) preemption.*/\1/p' out)
    sum=$((sum + n))
    # Whatever wake-ups are in the execution, the wait stands in a loop.
    says_not "put the wait in a loop"
    field report 'r["findings"][0]["explanation"]["text"]' >cause
    grep -q 'pool.c:12 wait on more' cause || fail "$(cat cause)"
    # The same file shrinks to the same one.
    cp found/*.orig one.schedule
    cp one.schedule two.schedule
    expect 0 "$RADDLE" shrink one.schedule
    expect 0 "$RADDLE" shrink two.schedule
    grep '^t[0-9]' one.schedule >one
    grep '^t[0-9]' two.schedule | cmp - one || fail "not the same again"
done
[ "$sum" -le 24 ] || fail "$sum preemptions in all"
