/* assertion_if_not_while.c - a wait that is not in a loop takes a spurious
 * wake-up for the real one.
 * EXPECT: assertion at 20
 * EXECUTIONS: 2000
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static bool flag;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&lock);
    if (!flag)
        pthread_cond_wait(&ready, &lock);
    assert(flag); /* here */
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *signaller(void *arg)
{
    pthread_mutex_lock(&lock);
    flag = true;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, waiter, NULL);
    pthread_create(&t[1], NULL, signaller, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
