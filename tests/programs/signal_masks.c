/* signal_masks.c - each thread has a mask of its own, inherited from its
 * creator; a signal for the process goes to a thread that does not block it,
 * and one blocked by its receiver waits.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_t open_thread;
static atomic_int in_open, in_other;
static sem_t ready, leave;
static sigset_t usr1;

static void handler(int signo)
{
    (void)signo;
    if (pthread_equal(pthread_self(), open_thread))
        in_open++;
    else
        in_other++;
}

static void *open_one(void *unused)
{
    sigset_t inherited;

    (void)unused;
    pthread_sigmask(SIG_UNBLOCK, &usr1, &inherited);
    assert(sigismember(&inherited, SIGUSR1) == 1);
    sem_post(&ready);
    while (sem_wait(&leave) != 0)
        ;
    return NULL;
}

static void *blocked_one(void *unused)
{
    sigset_t pending;

    (void)unused;
    assert(raise(SIGUSR1) == 0);
    sigpending(&pending);
    assert(sigismember(&pending, SIGUSR1) == 1);
    assert(in_other == 0);
    pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
    /* POSIX: at least one is delivered before the call returns. */
    assert(in_other == 1);
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_handler = handler };
    pthread_t b;

    sem_init(&ready, 0, 0);
    sem_init(&leave, 0, 0);
    sigaction(SIGUSR1, &act, NULL);
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &usr1, NULL);
    pthread_create(&open_thread, NULL, open_one, NULL);
    assert(sem_wait(&ready) == 0);
    kill(getpid(), SIGUSR1);
    while (in_open == 0)
        usleep(100);
    sem_post(&leave);
    pthread_create(&b, NULL, blocked_one, NULL);
    pthread_join(open_thread, NULL);
    pthread_join(b, NULL);
    assert(in_open == 1 && in_other == 1);
}
