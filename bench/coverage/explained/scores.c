/* scores.c - a writer holds the lock for reading.
 *
 * CLASS: read lock only
 * FAILS: assertion
 * CAUSE: scores.c:16 `pthread_rwlock_rdlock(&lock);` for reading
 * CAUSE: scores.c:17 `games++;` and writes
 */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int best, games;

static void *play(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    games++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *show(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    best = games;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { play, play, show };
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(games == 2 && best <= 2);
    return 0;
}
