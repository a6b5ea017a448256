/* unlocked_signal.c - the flag is set and signalled without the mutex: both may
 * come between the test and the wait.
 * EXPECT: lost-wakeup
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, waiter, NULL);
    ready = 1;
    pthread_cond_signal(&changed); /* here */
    pthread_join(t, NULL);
    return 0;
}
