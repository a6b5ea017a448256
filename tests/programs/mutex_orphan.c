/* mutex_orphan.c - a mutex whose holder has ended stays held, also for the
 * threads that come after it.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t written = PTHREAD_RWLOCK_INITIALIZER;

static void *end_holding(void *argument)
{
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_lock(&checked) == 0);
    assert(pthread_rwlock_wrlock(&written) == 0);
    return argument;
}

static void *come_after(void *argument)
{
    struct timespec past = { .tv_sec = 1 };

    assert(pthread_mutex_trylock(&recursive) == EBUSY);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_timedlock(&checked, &past) == ETIMEDOUT);
    assert(pthread_mutex_unlock(&checked) == EPERM);
    assert(pthread_rwlock_timedwrlock(&written, &past) == ETIMEDOUT);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, end_holding, NULL);
    pthread_join(a, NULL);
    pthread_create(&a, NULL, come_after, NULL);
    pthread_create(&b, NULL, come_after, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
