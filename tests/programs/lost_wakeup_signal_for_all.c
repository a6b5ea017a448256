/* lost_wakeup_signal_for_all.c - two threads wait for the gate, and it is
 * opened with a signal where a broadcast was meant.
 * EXPECT: lost-wakeup at 19
 * EXECUTIONS: 500
 * OPTIONS: --no-spurious
 */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate = PTHREAD_COND_INITIALIZER;
static bool open_;

static void *pass(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!open_)
        pthread_cond_wait(&gate, &lock); /* here */
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, pass, NULL);
    pthread_create(&t[1], NULL, pass, NULL);
    pthread_mutex_lock(&lock);
    open_ = true;
    pthread_cond_signal(&gate);
    pthread_mutex_unlock(&lock);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
