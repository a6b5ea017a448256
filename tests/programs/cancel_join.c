/* cancel_join.c - pthread_join is a cancellation point; the thread that was
 * being joined can then be joined by another.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t go;
static pthread_t worker;

static void *work(void *argument)
{
    sem_wait(&go);
    return argument;
}

static void *join_worker(void *argument)
{
    pthread_join(worker, NULL);
    return argument;
}

int main(void)
{
    pthread_t joiner;
    void *result;

    sem_init(&go, 0, 0);
    pthread_create(&worker, NULL, work, &go);
    pthread_create(&joiner, NULL, join_worker, NULL);
    assert(pthread_cancel(joiner) == 0);
    assert(pthread_join(joiner, &result) == 0);
    assert(result == PTHREAD_CANCELED);
    sem_post(&go);
    assert(pthread_join(worker, &result) == 0);
    assert(result == &go);
    return 0;
}
