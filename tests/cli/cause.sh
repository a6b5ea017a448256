# Why it fails: facts by the lines of programs; the sentences of some.
bugs=$(cd "$(dirname "$0")/../../bench/coverage" && pwd)
. "$(dirname "$0")/facts.inc"

cat >update.c <<'C'
#include <assert.h>
#include <pthread.h>
static int balance, seen;
static void *deposit(void *arg)
{
    int b = balance;
    seen++; /* shared, too, but it decides nothing */
    balance = b + 1;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, deposit, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(balance == 2);
    return 0;
}
C
matches "$(explains update)" \
    "lost-update tried both: outer-first 6, inner-first 8, outer-last 8"
says "lost update: fails when"
grep -q '^fact lost-update tried t' out-update/*.schedule
expect 0 "$RADDLE" shrink out-update/*.schedule
says "lost update: fails when"

deadlock_program
matches "$(explains deadlock)" \
    "lock-cycle seen -: holds 7, waits 8, holds 15, waits 16" \
    "lock-cycle seen -: holds 15, waits 16, holds 7, waits 8"

# Those whose cause is written beside them (make causes: all of them).
"$bugs/causes.py" "$RADDLE" --work causes --seed 2 --only journal lazy wallet barrier \
    hundred appender asyncs drawers squeeze upgrade >out 2>err || fail "causes"
# What is said to pass was tried: of these, one that may come before as well as
# after, and one that fails all the same when it comes before.
matches "$(facts causes/wallet.json)" "window tried both: *"
matches "$(facts causes/hundred.json)" "window tried after: *"

# A wait that is not in a loop: what it takes is named.
producer >spurious.c
cat >>spurious.c <<'C'
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, produce, 0);
    pthread_mutex_lock(&m);
    if (n == 0)
        pthread_cond_wait(&c, &m);
    assert(n > 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
C
matches "$(explains spurious)" \
    "spurious-wakeup tried -: wake 20"

# Memory that is used after it was freed: those two are what it is about, and
# they were turned round.
cat >freed.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int running = 1;
struct log {
    char *buffer;
    int used;
};
static void *work(void *arg)
{
    struct log *log = arg;
    int go;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        go = running;
        pthread_mutex_unlock(&m);
        if (!go)
            break;
        log->buffer[log->used++] = 'x';
    }
    return NULL;
}
int main(void)
{
    struct log *log = calloc(1, sizeof(*log));
    pthread_t t;
    log->buffer = malloc(4);
    pthread_create(&t, NULL, work, log);
    pthread_mutex_lock(&m);
    running = 0;
    pthread_mutex_unlock(&m);
    free(log->buffer);
    free(log);
    pthread_join(t, NULL);
    return 0;
}
C
matches "$(explains freed)" \
    "order tried -: earlier 33, later 19*" "order tried -: earlier 32, later 19*"

# A wait whose signal comes, but another was there first: the thread that failed
# and what it read are named, and what woke it.
cat >stolen.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n, done, waits;
static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    if (!done)
        waits = 1;
    while (!done) /* no spurious wake-up, but no look at n either */
        pthread_cond_wait(&c, &m);
    assert(n > 0);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *taker(void *arg)
{
    pthread_mutex_lock(&m);
    if (waits && n > 0)
        n--;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, waiter, NULL);
    pthread_create(&t[1], NULL, taker, NULL);
    pthread_mutex_lock(&m);
    n++;
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
C
matches "$(explains stolen)" \
    "order tried -: earlier 21, later 13"

# A condition that is waited for for ever: the latest signal on that one, and
# what it did.  $1: what the consumer signals, $2: how main tells the end.
queue() {
    cat <<C
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER;
static int count, closed;
static void put(void)
{
    pthread_mutex_lock(&m);
    while (count == 1)
        pthread_cond_wait(&empty, &m);
    count++;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&m);
}
static void *get(void *arg)
{
    pthread_mutex_lock(&m);
    while (!closed || count > 0) {
        while (count == 0 && !closed)
            pthread_cond_wait(&full, &m);
        if (count > 0) {
            count--;
            $1;
        }
    }
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, get, NULL);
    put();
    put();
    pthread_mutex_lock(&m);
    closed = 1;
    $2;
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
}
queue "pthread_cond_signal(&empty)" "pthread_cond_signal(&full)" >one.c
matches "$(explains one)" \
    "endless-wait seen -: wait 20, read 19, changer 37, signal 38, woken"
queue "(void)0" "pthread_cond_broadcast(&full)" >none.c
matches "$(explains none)" \
    "endless-wait seen -: wait 10<3[45], read 9<3[45], changer 22"

# One condition for two things to wait for: the wrong one was woken.
cat >wrong.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count;
static void *put(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (count == 1)
            pthread_cond_wait(&changed, &m);
        count++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
static void *get(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (count == 0)
            pthread_cond_wait(&changed, &m);
        count--;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, i % 2 == 0 ? put : get, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
# The two sides are alike: either may be the one that is not woken.
matches "$(explains wrong)" \
    "endless-wait seen -: wait 22, *read 21, changer 11, woken; \
wrong-waiter seen -: signal 12, other-wait 10, wait 22" \
    "endless-wait seen -: wait 10, *read 9, changer 23, woken; \
wrong-waiter seen -: signal 24, other-wait 22, wait 10"
# What it names is in the table, also where much is left out.
says ": wakes thread "
