/* alarm_handler.c - alarm() interrupts a thread's wait, once; a second call
 * replaces the first.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t alarms;

static void handler(int signo)
{
    assert(signo == SIGALRM);
    alarms++;
}

static void *idler(void *argument)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    usleep(1000);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    unsigned left;

    signal(SIGALRM, handler);
    pthread_create(&a, NULL, idler, NULL);
    pthread_create(&b, NULL, idler, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(alarm(100) == 0);
    left = alarm(1);
    assert(left <= 100);
    /* A slow machine: the first may have come before it was replaced. */
    while (alarms < (left == 0 ? 2 : 1))
        sleep(10);
    assert(alarms == (left == 0 ? 2 : 1) && alarm(0) == 0);
}
