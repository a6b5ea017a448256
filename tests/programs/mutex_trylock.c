/* mutex_trylock.c - a try succeeds on a free mutex and says EBUSY on a held
 * one, the caller's own included.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
static int inside, entered, refused;

static void *enter(void *argument)
{
    int error = pthread_mutex_trylock(&lock);

    assert(error == 0 || error == EBUSY);
    if (error == EBUSY) {
        __atomic_fetch_add(&refused, 1, __ATOMIC_RELAXED);
        return argument;
    }
    assert(inside++ == 0);
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    entered++;
    inside--;
    assert(pthread_mutex_unlock(&lock) == 0);
    return argument;
}

int main(void)
{
    pthread_t threads[3];

    assert(pthread_mutex_trylock(&mine) == 0); /* free: never EBUSY */
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(entered + refused == 3 && entered >= 1);
    assert(pthread_mutex_unlock(&mine) == 0);
    return 0;
}
