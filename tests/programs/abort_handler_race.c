/* abort_handler_race.c - abort() in a thread that finds an inconsistency; the
 * handler of SIGABRT returns, so the process ends all the same.
 * EXPECT: abort at 22
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static volatile int low, high;

static void handler(int signo)
{
    (void)signo;
}

static void *check(void *unused)
{
    int l = low, h = high;

    if (l != h)
        abort();
    return unused;
}

static void *change(void *unused)
{
    low = 1;
    high = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    signal(SIGABRT, handler);
    pthread_create(&a, NULL, check, NULL);
    pthread_create(&b, NULL, change, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
