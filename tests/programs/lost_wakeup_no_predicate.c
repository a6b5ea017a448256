/* lost_wakeup_no_predicate.c - waits for a signal that may have come before,
 * and nothing remembers it.
 * EXPECT: lost-wakeup at 16
 * EXECUTIONS: 200
 * OPTIONS: --no-spurious
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&ready, &lock); /* here */
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *signaller(void *arg)
{
    pthread_mutex_lock(&lock);
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
