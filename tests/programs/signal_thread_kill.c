/* signal_thread_kill.c - pthread_kill runs the handler in the thread that it
 * names, and in no other.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_t worker[2];
static _Thread_local int mine = -1;
static atomic_int got[2];
static atomic_int started;

static void handler(int signo)
{
    assert(signo == SIGUSR1);
    assert(mine >= 0 && pthread_equal(pthread_self(), worker[mine]));
    atomic_fetch_add(&got[mine], 1);
}

static void *work(void *argument)
{
    mine = (int)(long)argument;
    atomic_fetch_add(&started, 1);
    while (atomic_load(&got[mine]) == 0)
        sched_yield();
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_handler = handler };

    assert(sigaction(SIGUSR1, &act, NULL) == 0);
    for (long i = 0; i < 2; i++)
        assert(pthread_create(&worker[i], NULL, work, (void *)i) == 0);
    while (atomic_load(&started) < 2)
        sched_yield();
    assert(pthread_kill(worker[1], 0) == 0);
    assert(pthread_kill(worker[1], 1000) == EINVAL);
    assert(pthread_kill(worker[1], SIGUSR1) == 0);
    pthread_join(worker[1], NULL);
    assert(atomic_load(&got[0]) == 0 && atomic_load(&got[1]) == 1);
    assert(pthread_kill(worker[0], SIGUSR1) == 0);
    pthread_join(worker[0], NULL);
    assert(atomic_load(&got[0]) == 1);
}
