/* signal_pause_race.c - looks at the flag, then pauses: the signal may come in
 * between, and nobody sends another.
 * EXPECT: deadlock
 * EXECUTIONS: 500
 */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rung;
static pthread_t sleeper;

static void handler(int signo)
{
    (void)signo;
    rung = 1;
}

static void *ring(void *unused)
{
    (void)unused;
    pthread_kill(sleeper, SIGUSR1);
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_handler = handler };
    pthread_t a;

    sleeper = pthread_self();
    sigaction(SIGUSR1, &act, NULL);
    pthread_create(&a, NULL, ring, NULL);
    while (!rung)
        pause();
    pthread_join(a, NULL);
}
