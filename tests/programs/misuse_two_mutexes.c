/* misuse_two_mutexes.c - two threads wait for one condition, each with a mutex
 * of its own.
 * EXPECT: mutex-misuse at 21
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER,
                                    PTHREAD_MUTEX_INITIALIZER };
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_int go;

static void *waiter(void *arg)
{
    pthread_mutex_t *lock = arg;

    pthread_mutex_lock(lock);
    while (!atomic_load(&go))
        pthread_cond_wait(&ready, lock); /* here */
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, waiter, &locks[0]);
    pthread_create(&t[1], NULL, waiter, &locks[1]);
    for (int i = 0; i < 2; i++)
        pthread_mutex_lock(&locks[i]);
    atomic_store(&go, 1);
    pthread_cond_broadcast(&ready);
    for (int i = 0; i < 2; i++)
        pthread_mutex_unlock(&locks[i]);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
