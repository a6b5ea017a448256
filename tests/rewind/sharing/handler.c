/* handler.c - what a thread writes and a signal handler on the same thread
 * reads: nobody else touches it, and yet it matters when. */
#include "state.h"

#include <signal.h>

static int a, b, saw;

static void look(int signo)
{
    (void)signo;
    saw = 1 + a * 4 + b;
}

static void *work(void *unused)
{
    a = 1;
    b = 1;
    a = 2;
    b = 2;
    a = 3;
    return unused;
}

int main(void)
{
    struct sigaction act = { .sa_handler = look };
    pthread_t t;

    sigaction(SIGUSR1, &act, NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    ended(saw);
}
