# A thread that polls for ever is told once, not a hundred thousand times; --full
# has all of it.
. "$(dirname "$0")/common.inc"
cat >polls.c <<'C'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile int count;
static void *waiter(void *unused)
{
    pthread_mutex_lock(&m);
    __sync_fetch_and_add(&count, 1);
    pthread_cond_wait(&c, &m); /* without a loop */
    __sync_fetch_and_sub(&count, 1);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t[2];

    pthread_mutex_lock(&m);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, waiter, NULL);
    do {
        pthread_mutex_unlock(&m);
        usleep(100000);
        pthread_mutex_lock(&m);
    } while (count != 2);
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread polls.c -o polls
expect 1 "$RADDLE" test --jobs 1 --no-shrink --steps 30000 --out own ./polls
says "livelock"
grep -q "the last [0-9]* steps [0-9]* more times" out || fail "not folded"
[ "$(wc -l <out)" -le 100 ] || fail "$(wc -l <out) lines"
cp out short
expect 1 "$RADDLE" show own/*.schedule
sed -n '/^ *step/,/ of 30000 steps/p' out >shown
sed -n '/^ *step/,/ of 30000 steps/p' short | cmp - shown || fail "not the same"
grep -q "show --full own/livelock" out || fail "how to see all is not said"
expect 1 "$RADDLE" show --full own/*.schedule
[ "$(wc -l <out)" -gt 15000 ] || fail "only $(wc -l <out) lines with --full"
# Nothing is lost: all that repeats, in JSON.
expect 1 "$RADDLE" show --json report own/*.schedule
equal "$(field report 'len(r["steps"]), "left_out" in r')" "(30000, False)"
