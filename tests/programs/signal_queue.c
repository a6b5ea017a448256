/* signal_queue.c - real-time signals queue, with their values, in order;
 * sigtimedwait ends at its time.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static sigset_t set;

static void *taker(void *unused)
{
    const struct timespec second = { .tv_sec = 1 }, none = { 0 };
    siginfo_t info;

    (void)unused;
    for (int i = 1; i <= 3; i++) {
        assert(sigwaitinfo(&set, &info) == SIGRTMIN);
        assert(info.si_code == SI_QUEUE && info.si_value.sival_int == i);
    }
    assert(pthread_sigqueue(pthread_self(), SIGRTMIN,
                            (union sigval){ .sival_int = 9 }) == 0);
    assert(sigtimedwait(&set, &info, &none) == SIGRTMIN);
    assert(info.si_value.sival_int == 9);
    assert(sigtimedwait(&set, &info, &none) == -1 && errno == EAGAIN);
    assert(sigtimedwait(&set, &info, &second) == -1 && errno == EAGAIN);
    return NULL;
}

static void *bystander(void *unused)
{
    sigset_t pending;

    (void)unused;
    sigpending(&pending);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, taker, NULL);
    pthread_create(&b, NULL, bystander, NULL);
    for (int i = 1; i <= 3; i++) {
        union sigval value = { .sival_int = i };

        assert(sigqueue(getpid(), SIGRTMIN, value) == 0);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sigqueue(getpid(), SIGRTMAX + 1, (union sigval){ 0 }) == -1);
}
