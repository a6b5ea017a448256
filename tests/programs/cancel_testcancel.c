/* cancel_testcancel.c - a loop around pthread_testcancel ends when cancelled,
 * and cancelling an ended thread is no error.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>

static int rounds;

static void *spin(void *argument)
{
    for (;;) {
        pthread_testcancel();
        if (rounds < 3)
            rounds++;
    }
    return argument;
}

static void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t a, b;
    void *result;

    pthread_create(&a, NULL, spin, NULL);
    pthread_create(&b, NULL, nothing, &rounds);
    assert(pthread_cancel(b) == 0); /* comes to no cancellation point */
    assert(pthread_cancel(a) == 0);
    assert(pthread_join(a, &result) == 0 && result == PTHREAD_CANCELED);
    assert(pthread_cancel(b) == 0);
    assert(pthread_join(b, &result) == 0 && result == &rounds);
    return 0;
}
