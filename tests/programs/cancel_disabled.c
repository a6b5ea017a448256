/* cancel_disabled.c - cancellation waits until it is enabled again, and then
 * for the next cancellation point.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t cancelled;
static int stage;

static void *work(void *argument)
{
    int old;

    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
    assert(old == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(5, NULL) == EINVAL);
    assert(pthread_setcanceltype(5, NULL) == EINVAL);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0);
    assert(old == PTHREAD_CANCEL_DEFERRED);
    sem_wait(&cancelled);
    usleep(1);
    pthread_testcancel();
    stage = 1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0);
    assert(old == PTHREAD_CANCEL_DISABLE);
    stage = 2; /* enabling is no cancellation point */
    pthread_testcancel();
    stage = 3;
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;

    sem_init(&cancelled, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    assert(pthread_cancel(t) == 0);
    sem_post(&cancelled);
    assert(pthread_join(t, &result) == 0);
    assert(result == PTHREAD_CANCELED);
    assert(stage == 2);
    return 0;
}
