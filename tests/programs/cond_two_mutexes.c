/* cond_two_mutexes.c - two threads wait for one condition, each with a mutex
 * of its own.
 * EXPECT: mutex-misuse at 18
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER,
                                    PTHREAD_MUTEX_INITIALIZER };
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready[2];

static void *wait_with(pthread_mutex_t *lock, int *flag)
{
    pthread_mutex_lock(lock);
    while (!*flag)
        pthread_cond_wait(&changed, lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

static void *wait_first(void *argument)
{
    (void)argument;
    return wait_with(&locks[0], &ready[0]);
}

static void *wait_second(void *argument)
{
    (void)argument;
    return wait_with(&locks[1], &ready[1]);
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, wait_first, NULL);
    pthread_create(&b, NULL, wait_second, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&locks[i]);
        ready[i] = 1;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&locks[i]);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
