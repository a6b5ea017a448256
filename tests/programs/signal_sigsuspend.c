/* signal_sigsuspend.c - sigsuspend unblocks and waits in one step: no signal
 * falls in between, and the mask is back when it returns.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t rung;
static pthread_t sleeper;

static void handler(int signo)
{
    (void)signo;
    rung++;
}

static void *ring(void *unused)
{
    (void)unused;
    assert(pthread_kill(sleeper, SIGUSR1) == 0);
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_handler = handler };
    sigset_t blocked, open, now;
    pthread_t a;

    sleeper = pthread_self();
    sigaction(SIGUSR1, &act, NULL);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &blocked, &open);
    pthread_create(&a, NULL, ring, NULL);
    while (!rung) {
        assert(sigsuspend(&open) == -1 && errno == EINTR);
        pthread_sigmask(SIG_SETMASK, NULL, &now);
        assert(sigismember(&now, SIGUSR1) == 1);
    }
    assert(rung == 1);
    pthread_join(a, NULL);
}
