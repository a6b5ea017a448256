/* thread_join_errors.c - a thread cannot join itself, nor can two join one.
 * Without raddle it hangs: glibc documents the second error but forgets who
 * joins (2.36: the arguments of a compare-and-exchange are swapped).
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t joining, go;
static pthread_t target;

static void *wait_for_go(void *argument)
{
    sem_wait(&go);
    return argument;
}

static void *join_target(void *argument)
{
    int error;

    (void)argument;
    error = pthread_join(target, NULL);
    /* The one that was refused lets the target end. */
    if (error != 0) {
        assert(error == EINVAL);
        sem_post(&go);
        return NULL;
    }
    return &joining;
}

int main(void)
{
    pthread_t a, b;
    void *ra, *rb;

    sem_init(&joining, 0, 0);
    sem_init(&go, 0, 0);
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    assert(pthread_create(&target, NULL, wait_for_go, NULL) == 0);
    assert(pthread_create(&a, NULL, join_target, NULL) == 0);
    assert(pthread_create(&b, NULL, join_target, NULL) == 0);
    assert(pthread_join(a, &ra) == 0);
    assert(pthread_join(b, &rb) == 0);
    assert((ra == NULL) != (rb == NULL));
    return 0;
}
