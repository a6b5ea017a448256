/* cancelled.c - a thread that may end between any two of its writes, which
 * nobody else is seen to touch. */
#include "state.h"

static int a, b;

static void *work(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    a = 1;
    b = 1;
    a = 2;
    b = 2;
    return unused;
}

__attribute__((no_sanitize("thread"))) static int result(void)
{
    return a * 4 + b;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    ended(result());
}
