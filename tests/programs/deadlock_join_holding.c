/* deadlock_join_holding.c - a stop function joins its worker while it holds the
 * lock that the worker needs for its last step.
 * EXPECT: deadlock at 30
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool stopping;
static int done;

static void *worker(void *arg)
{
    for (bool stop = false; !stop;) {
        pthread_mutex_lock(&lock);
        done++;
        stop = stopping || done == 2;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void stop_worker(pthread_t t)
{
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_join(t, NULL); /* here */
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    stop_worker(t);
    assert(done > 0);
    return 0;
}
