/* cancel_sleep_at_once.c - no sleep returns once its thread is cancelled,
 * neither one that had begun nor the next.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#define KINDS 4

/* Nothing between two calls is a step here. */
#define NO_STEPS __attribute__((noinline, no_sanitize("thread")))

static int cancelled[KINDS];

NO_STEPS static void sleep_once(int kind)
{
    const struct timespec hour = { .tv_sec = 3600 };

    switch (kind) {
    case 0:
        sleep(3600);
        break;
    case 1:
        usleep(999999);
        break;
    case 2:
        nanosleep(&hour, NULL);
        break;
    default:
        clock_nanosleep(CLOCK_REALTIME, 0, &hour, NULL);
    }
}

/* In one step with the end of the sleep: was it cancelled by then? */
NO_STEPS static int doze(int kind)
{
    sleep_once(kind);
    return cancelled[kind];
}

NO_STEPS static int cancel(pthread_t thread, int kind)
{
    int error = pthread_cancel(thread);

    cancelled[kind] = 1;
    return error;
}

static void *work(void *argument)
{
    int kind = *(int *)argument;

    for (;;) {
        int late = doze(kind);

        assert(late == 0);
    }
    return NULL;
}

int main(void)
{
    int kinds[KINDS] = { 0, 1, 2, 3 };
    pthread_t threads[KINDS];
    void *result;

    for (int i = 0; i < KINDS; i++)
        pthread_create(&threads[i], NULL, work, &kinds[i]);
    for (int i = 0; i < KINDS; i++)
        assert(cancel(threads[i], i) == 0);
    for (int i = 0; i < KINDS; i++) {
        assert(pthread_join(threads[i], &result) == 0);
        assert(result == PTHREAD_CANCELED);
    }
    return 0;
}
