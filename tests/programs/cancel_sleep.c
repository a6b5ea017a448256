/* cancel_sleep.c - cancellation ends a sleep of an hour at once.
 * EXPECT: clean
 * EXECUTIONS: 100
 * OPTIONS: --timeout 10s
 */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int cleaned;

static void clean(void *argument)
{
    cleaned += *(int *)argument;
}

static void *doze(void *argument)
{
    pthread_cleanup_push(clean, argument);
    for (;;) {
        sleep(3600);
        usleep(1000000);
        nanosleep(&(struct timespec){ .tv_sec = 3600 }, NULL);
    }
    pthread_cleanup_pop(1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    void *result;
    int one = 1;

    pthread_create(&t, NULL, doze, &one);
    assert(pthread_cancel(t) == 0);
    assert(pthread_join(t, &result) == 0);
    assert(result == PTHREAD_CANCELED);
    assert(cleaned == 1);
    return 0;
}
