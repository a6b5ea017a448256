/* signal_handler_race.c - a handler changes what its thread is changing: an
 * increment is lost although there is a lock (which a handler cannot take).
 * EXPECT: assertion at 39
 * EXECUTIONS: 500
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile int total, handled;

static void handler(int signo)
{
    (void)signo;
    total += 10;
    handled++;
}

static void *sender(void *target)
{
    pthread_kill(*(pthread_t *)target, SIGUSR1);
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_handler = handler };
    pthread_t self = pthread_self(), a;

    sigaction(SIGUSR1, &act, NULL);
    pthread_create(&a, NULL, sender, &self);
    for (int i = 0; i < 4; i++) {
        int seen = total;

        total = seen + 1; /* the handler may run in between */
    }
    pthread_join(a, NULL);
    assert(handled == 1);
    assert(total == 14);
}
