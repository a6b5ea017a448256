/* sem_interrupted.c - a signal handler ends a semaphore wait with EINTR unless
 * it was installed with SA_RESTART.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>

static sem_t posted;
static volatile sig_atomic_t handled;

static void handler(int number)
{
    (void)number;
    handled = 1;
}

static void *wait_posted(void *argument)
{
    int restarts = argument != NULL, interrupted = 0;

    while (sem_wait(&posted) != 0) {
        assert(errno == EINTR);
        assert(handled && !restarts);
        interrupted++;
    }
    assert(interrupted <= 1);
    return NULL;
}

static void run(int flags)
{
    struct sigaction action;
    pthread_t thread;

    memset(&action, 0, sizeof(action));
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(SIGUSR1, &action, NULL);
    handled = 0;
    pthread_create(&thread, NULL, wait_posted, flags ? &posted : NULL);
    assert(pthread_kill(thread, SIGUSR1) == 0);
    assert(sem_post(&posted) == 0);
    pthread_join(thread, NULL);
    assert(handled);
}

int main(void)
{
    sem_init(&posted, 0, 0);
    run(0);
    run(SA_RESTART);
    return 0;
}
