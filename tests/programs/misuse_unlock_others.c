/* misuse_unlock_others.c - a mutex is given back by a thread that never took
 * it: it is used as a signal.
 * EXPECT: mutex-misuse at 16
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;
static int result;

static void *compute(void *arg)
{
    result = 42;
    pthread_mutex_unlock(&busy); /* here */
    return arg;
}

static void *use(void *arg)
{
    pthread_mutex_lock(&busy); /* until there is a result */
    assert(result == 42);
    pthread_mutex_unlock(&busy);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_mutex_lock(&busy);
    pthread_create(&t[0], NULL, compute, NULL);
    pthread_create(&t[1], NULL, use, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
