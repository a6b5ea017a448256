/* cond_destroy_waited.c - a condition is destroyed while a thread waits for
 * it.
 * EXPECT: mutex-misuse at 31
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stop;

static void *wait_stop(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!stop)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, wait_stop, NULL);
    pthread_create(&b, NULL, wait_stop, NULL);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_cond_signal(&changed); /* wakes one of them */
    pthread_cond_destroy(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
