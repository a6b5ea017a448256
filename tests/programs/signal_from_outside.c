/* signal_from_outside.c - a server that a signal from outside ends: a thread
 * takes it by sigwait and tells the worker to stop.
 * EXPECT: clean
 * EXECUTIONS: 20
 * OPTIONS: --peer=true --end-signal=TERM
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static sigset_t term;
static atomic_int stop, rounds;

static void *watcher(void *unused)
{
    siginfo_t info;

    (void)unused;
    assert(sigwaitinfo(&term, &info) == SIGTERM);
    assert(info.si_code == SI_USER && info.si_pid != getpid());
    stop = 1;
    return NULL;
}

static void *worker(void *unused)
{
    (void)unused;
    while (!stop) {
        rounds++;
        usleep(10000);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &term, NULL);
    pthread_create(&a, NULL, watcher, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(rounds >= 0);
}
