/* signal_fatal_default.c - a signal is sent while its handler is not yet
 * installed: the default action ends the process.
 * EXPECT: fatal-signal at 15
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void handler(int signo)
{
    (void)signo;
}

static void *ring(void *unused) { kill(getpid(), SIGUSR2); return unused; }

int main(void)
{
    struct sigaction act = { .sa_handler = handler };
    pthread_t a;

    pthread_create(&a, NULL, ring, NULL);
    sigaction(SIGUSR2, &act, NULL);
    pthread_join(a, NULL);
}
