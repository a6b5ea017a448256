/* signal_from_outside_race.c - the handler of a signal from outside finds
 * work half done; the signal is recorded and comes at the same step again.
 * EXPECT: assertion at 20
 * EXECUTIONS: 300
 * OPTIONS: --peer=true --end-signal=HUP
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int low, high;
static volatile sig_atomic_t seen;

static void handler(int signo)
{
    (void)signo;
    assert(low == high);
    seen = 1;
}

static void *worker(void *unused)
{
    sigset_t all;

    (void)unused;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    while (!seen) {
        low++;
        usleep(1);
        high++;
    }
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_handler = handler };
    pthread_t a;

    sigaction(SIGHUP, &act, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
}
