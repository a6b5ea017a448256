/* mutex_recursive.c - a recursive mutex may be taken again by its holder and
 * is free when it was given back as often.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int shared;

static void deep(int depth)
{
    int before;

    assert(pthread_mutex_lock(&lock) == 0);
    before = shared;
    if (depth > 0)
        deep(depth - 1);
    assert(pthread_mutex_trylock(&lock) == 0);
    shared = before + 1;
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
}

static void *user(void *argument)
{
    assert(pthread_mutex_lock(&lock) == 0);
    shared = 0;
    deep(2);
    assert(shared == 1);
    assert(pthread_mutex_unlock(&lock) == 0);
    return argument;
}

static void *guest(void *argument)
{
    int error = pthread_mutex_unlock(&lock);

    assert(error == EPERM);
    error = pthread_mutex_trylock(&lock);
    assert(error == 0 || error == EBUSY);
    if (error == 0)
        assert(pthread_mutex_unlock(&lock) == 0);
    return argument;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_create(&c, NULL, guest, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
