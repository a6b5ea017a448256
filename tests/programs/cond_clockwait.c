/* cond_clockwait.c - waits that nobody signals end at their time only, in the
 * order of their times; a clock that cannot be waited for is refused.
 * EXPECT: clean
 * EXECUTIONS: 200
 * OPTIONS: --no-spurious
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static struct timespec begin;

static void *wait_ms(void *argument)
{
    struct timespec when = begin, now;
    int error;

    when.tv_sec += *(int *)argument;
    pthread_mutex_lock(&lock);
    do
        error = pthread_cond_clockwait(&never, &lock, CLOCK_MONOTONIC, &when);
    while (error == 0);
    assert(error == ETIMEDOUT);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec >= when.tv_sec);
    assert(pthread_cond_clockwait(&never, &lock, CLOCK_THREAD_CPUTIME_ID,
                                  &when) == EINVAL);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    static int seconds[3] = { 0, 0, 1 };
    pthread_t threads[3];

    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, wait_ms, &seconds[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
