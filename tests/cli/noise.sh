# The noise baselines: threads run free and are disturbed; what shows by itself
# is found, with the coverage of what happened, and cannot be replayed.
programs=$(cd "$(dirname "$0")/../programs" && pwd)
. "$(dirname "$0")/common.inc"
cat >lost.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static int counter;
static void *work(void *arg)
{
    int seen = counter;
    counter = seen + 1;
    return arg;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(counter == 4);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread lost.c -o lost

# With a sleep before every access an update is lost soon.
expect 1 "$RADDLE" test -n 200 --strategy noise-sleep --noise 100 \
    --noise-length 5ms --json report ./lost
says "assertion failed: counter == 4"
says "it cannot be replayed"
equal "$(field report 'r["findings"][0]["kind"]')" assertion
equal "$(field report 'r["findings"][0]["replayed"]')" False
equal "$(field report 'r["isolation"], r["threads"], r["compared"]')" \
    "('exec', 5, 0)"
field report 'r["findings"][0]["location"]' | grep -q '^lost.c:18' ||
    fail "the location is not the assertion"
[ -z "$(find . -name '*.schedule')" ] ||
    fail "there is a schedule of what cannot be replayed"
# An isolation that was asked for and cannot be had is said.
expect 1 "$RADDLE" test -n 200 --strategy noise-sleep --noise 100 \
    --isolation fork ./lost
says "isolation is exec from now on"

# Other failures: a crash, an exit status, a hang.
cat >fails.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *volatile nothing;
static void *work(void *arg)
{
    const char *how = arg;
    if (strcmp(how, "crash") == 0)
        *nothing = 1;
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "child") == 0) {
        if (fork() == 0)
            abort();
        wait(NULL);
    }
    if (strcmp(how, "hang") == 0) {
        pthread_mutex_lock(&lock);
        pthread_mutex_lock(&lock);
    }
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, NULL, work, argc > 1 ? argv[1] : "");
    pthread_join(t, NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread fails.c -o fails
for pair in crash=fatal-signal abort=abort exit=exit-status hang=timeout; do
    expect 1 "$RADDLE" test -n 1 --timeout 1s --strategy noise-yield \
        --json report ./fails ${pair%=*}
    equal "$(field report 'r["findings"][0]["kind"]')" ${pair#*=}
done
# A child's failure is not the program's.
expect 0 "$RADDLE" test -n 1 --strategy noise-yield ./fails child

# What is right stays right: every kind of lock, thread-specific data, both
# ways to end a thread.
cat >right.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_key_t key;
static atomic_int gone, tickets;
static int by_mutex, by_rwlock, by_spin, waiting;
static void destroy(void *value)
{
    atomic_fetch_add(&gone, *(int *)value);
}
static void *work(void *arg)
{
    static int one = 1;
    int expected = 0;
    pthread_setspecific(key, &one);
    pthread_mutex_lock(&mutex);
    by_mutex++;
    if (++waiting == 3)
        pthread_cond_broadcast(&condition);
    while (waiting < 3)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_wrlock(&rwlock);
    by_rwlock++;
    pthread_rwlock_unlock(&rwlock);
    pthread_rwlock_rdlock(&rwlock);
    assert(by_rwlock > 0);
    pthread_rwlock_unlock(&rwlock);
    while (pthread_spin_trylock(&spin) != 0)
        ;
    by_spin++;
    pthread_spin_unlock(&spin);
    while (!atomic_compare_exchange_strong(&tickets, &expected, expected + 1))
        ;
    assert(pthread_getspecific(key) == &one);
    if (arg != NULL)
        pthread_exit(arg);
    return arg;
}
int main(void)
{
    pthread_t t[3];
    pthread_spin_init(&spin, 0);
    pthread_key_create(&key, destroy);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, i == 0 ? &t : NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(by_mutex == 3 && by_rwlock == 3 && by_spin == 3 && tickets == 3);
    assert(gone == 3);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread right.c -o right
for strategy in noise-yield noise-sleep; do
    expect 0 "$RADDLE" test -n 30 --strategy $strategy --noise-length 1ms \
        --json report ./right
    equal "$(field report 'r["executions"], r["threads"]')" "(30, 4)"
    equal "$(field report 'r["accesses"] >= 30 * 20')" True
done
# So does what has a world of its own under control: C11's threads and storage,
# real time, children of fork, signals, cancellation.
for program in c11_once_tss cond_timedwait fork_heap alarm_handler cancel_join; do
    "$RADDLE" cc -g -O1 -pthread "$programs/$program.c" -o $program
    expect 0 "$RADDLE" test -n 5 --strategy noise-yield ./$program
done
# --noise 0 makes none: as many executions take no time to speak of.
expect 0 "$RADDLE" test -j1 -n 20 --strategy noise-sleep --noise 0 \
    --noise-length 1s --json report ./right
equal "$(field report 'r["seconds"] < 20')" True
expect 0 "$RADDLE" test -j1 -n 2 --strategy noise-sleep --noise 100 \
    --noise-length 50ms --json report ./right
equal "$(field report 'r["seconds"] > 0.5')" True

# Coverage is recorded as under control.
expect 0 "$RADDLE" test -n 60 --strategy noise-sleep --noise-length 1ms \
    --metrics sync-pair,def-use --json report ./right
for metric in sync-pair def-use; do
    equal "$(field report "r['coverage']['$metric']['covered'] > 3")" True
done

expect 2 "$RADDLE" test --noise 101 ./right
