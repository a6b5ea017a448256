/* mutex_errorcheck.c - an error-checking mutex answers what is undefined for a
 * normal one: relock, unlock by another thread, unlock of a free one.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock;
static int inside, entered;

static void *other(void *argument)
{
    int error = pthread_mutex_unlock(&lock);

    (void)argument;
    assert(error == EPERM);
    error = pthread_mutex_lock(&lock);
    assert(error == 0);
    assert(inside == 0);
    inside = 1;
    error = pthread_mutex_lock(&lock);
    assert(error == EDEADLK);
    error = pthread_mutex_timedlock(&lock, &(struct timespec){ .tv_sec = 1 });
    assert(error == EDEADLK);
    error = pthread_mutex_trylock(&lock);
    assert(error == EBUSY);
    inside = 0;
    entered++;
    error = pthread_mutex_unlock(&lock);
    assert(error == 0);
    return NULL;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_t a, b;
    int type = -1;

    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_gettype(&attributes, &type);
    assert(type == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutex_init(&lock, &attributes) == 0);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    pthread_create(&a, NULL, other, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(entered == 2);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
