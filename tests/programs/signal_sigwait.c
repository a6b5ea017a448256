/* signal_sigwait.c - one thread takes the process's signals by sigwait; all
 * block them, so no handler runs and each signal is taken once.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t both;
static int taken_usr1, taken_usr2;

static void *taker(void *unused)
{
    int signo;

    (void)unused;
    do {
        assert(sigwait(&both, &signo) == 0);
        assert(signo == SIGUSR1 || signo == SIGUSR2);
        if (signo == SIGUSR1)
            taken_usr1++;
        else
            taken_usr2++;
    } while (signo != SIGUSR2);
    return NULL;
}

static void *sender(void *unused)
{
    (void)unused;
    assert(kill(getpid(), SIGUSR1) == 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    sigset_t pending;

    sigemptyset(&both);
    sigaddset(&both, SIGUSR1);
    sigaddset(&both, SIGUSR2);
    assert(pthread_sigmask(SIG_BLOCK, &both, NULL) == 0);
    pthread_create(&a, NULL, taker, NULL);
    pthread_create(&b, NULL, sender, NULL);
    pthread_join(b, NULL);
    assert(kill(getpid(), SIGUSR2) == 0);
    pthread_join(a, NULL);
    /* Lowest number first, so the first is not lost behind the second. */
    assert(taken_usr1 == 1 && taken_usr2 == 1);
    assert(sigpending(&pending) == 0);
    assert(!sigismember(&pending, SIGUSR1));
}
