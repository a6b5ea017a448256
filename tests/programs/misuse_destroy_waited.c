/* misuse_destroy_waited.c - a condition is destroyed while a thread waits.
 * EXPECT: mutex-misuse at 31
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t over;
static bool stop;

static void *wait_for_end(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!stop)
        pthread_cond_wait(&over, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_cond_init(&over, NULL);
    pthread_create(&t, NULL, wait_for_end, NULL);
    pthread_mutex_lock(&lock);
    stop = true; /* and no broadcast */
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&over); /* here */
    pthread_join(t, NULL);
    return 0;
}
