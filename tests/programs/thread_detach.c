/* thread_detach.c - detached threads run to their end and cannot be joined.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done, go;

static void *work(void *argument)
{
    if (argument != NULL)
        assert(pthread_detach(pthread_self()) == 0);
    sem_post(&done);
    sem_wait(&go);
    sem_post(&done);
    return NULL;
}

int main(void)
{
    pthread_attr_t detached;
    pthread_t by_attribute, by_call, by_itself;

    sem_init(&done, 0, 0);
    sem_init(&go, 0, 0);
    pthread_attr_init(&detached);
    assert(pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED) ==
           0);
    assert(pthread_create(&by_attribute, &detached, work, NULL) == 0);
    assert(pthread_create(&by_call, NULL, work, NULL) == 0);
    assert(pthread_create(&by_itself, NULL, work, &done) == 0);
    assert(pthread_detach(by_call) == 0);
    for (int i = 0; i < 3; i++)
        sem_wait(&done);
    assert(pthread_join(by_attribute, NULL) == EINVAL);
    assert(pthread_join(by_call, NULL) == EINVAL);
    assert(pthread_detach(by_itself) == EINVAL);
    for (int i = 0; i < 3; i++)
        sem_post(&go);
    for (int i = 0; i < 3; i++)
        sem_wait(&done);
    return 0;
}
