/* cond_lost_signal.c - the condition is signalled without its mutex, between
 * the waiter's look and its wait.
 * EXPECT: lost-wakeup at 18
 * EXECUTIONS: 500
 * OPTIONS: --no-spurious
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait_ready(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_ready, NULL);
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    pthread_cond_signal(&changed);
    pthread_join(thread, NULL);
    return 0;
}
