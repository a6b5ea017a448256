/* cond_spurious.c - only a wake-up without a signal breaks this `if`.
 * EXPECT: assertion at 20
 * EXECUTIONS: 1000
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait_once(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&lock);
    for (int i = 1; i <= 3; i++) {
        if (ready < i)
            pthread_cond_wait(&changed, &lock);
        /* One waiter, signalled once for each step, in the mutex. */
        assert(ready >= i);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_once, NULL);
    for (int i = 1; i <= 3; i++) {
        pthread_mutex_lock(&lock);
        ready = i;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, NULL);
    return 0;
}
