/* cancel_asynchronous.c - asynchronous cancellation needs no cancellation
 * point; taking a pending one up by changing the type acts at once.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t cancelled, computing;
static volatile unsigned long count;
static int reached;

static void *compute(void *argument)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    sem_post(&computing);
    for (;;)
        count++;
    return argument;
}

static void *wait_then_change(void *argument)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    sem_wait(&cancelled);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    reached = 1;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    reached = 2;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    void *result;

    sem_init(&cancelled, 0, 0);
    sem_init(&computing, 0, 0);
    pthread_create(&a, NULL, compute, NULL);
    pthread_create(&b, NULL, wait_then_change, NULL);
    sem_wait(&computing);
    assert(pthread_cancel(a) == 0);
    assert(pthread_cancel(b) == 0);
    sem_post(&cancelled);
    assert(pthread_join(a, &result) == 0 && result == PTHREAD_CANCELED);
    assert(pthread_join(b, &result) == 0 && result == PTHREAD_CANCELED);
    assert(reached == 1);
    return 0;
}
