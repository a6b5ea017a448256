/* mutex_before_main.c - a mutex that a constructor locked is main's to give
 * back.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int ready;

__attribute__((constructor)) static void before(void)
{
    assert(pthread_mutex_lock(&normal) == 0);
    assert(pthread_mutex_lock(&checked) == 0);
}

static void *wait_for_main(void *argument)
{
    int error = pthread_mutex_unlock(&checked);

    assert(error == EPERM);
    assert(pthread_mutex_lock(&normal) == 0);
    assert(ready == 1);
    assert(pthread_mutex_unlock(&normal) == 0);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, wait_for_main, NULL);
    pthread_create(&b, NULL, wait_for_main, NULL);
    assert(pthread_mutex_trylock(&normal) == EBUSY);
    assert(pthread_mutex_lock(&checked) == EDEADLK);
    ready = 1;
    assert(pthread_mutex_unlock(&normal) == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_mutex_unlock(&checked) == 0);
    return 0;
}
