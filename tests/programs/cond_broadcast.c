/* cond_broadcast.c - a broadcast wakes all who wait, and who was woken may
 * destroy the condition's memory only when all have been woken.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>

#define WAITERS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int waiting, gone, started;

static void *wait_for_go(void *argument)
{
    pthread_mutex_lock(&lock);
    waiting++;
    pthread_cond_signal(&arrived);
    while (!started)
        assert(pthread_cond_wait(&go, &lock) == 0);
    assert(started == 1);
    gone++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[WAITERS];

    for (int i = 0; i < WAITERS; i++)
        pthread_create(&threads[i], NULL, wait_for_go, NULL);
    pthread_mutex_lock(&lock);
    while (waiting < WAITERS)
        pthread_cond_wait(&arrived, &lock);
    assert(gone == 0);
    started = 1;
    assert(pthread_cond_broadcast(&go) == 0);
    assert(pthread_cond_destroy(&go) == 0); /* POSIX allows it here */
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < WAITERS; i++)
        pthread_join(threads[i], NULL);
    assert(gone == WAITERS);
    assert(pthread_cond_init(&go, NULL) == 0);
    assert(pthread_cond_broadcast(&go) == 0);
    return 0;
}
