/* posix_timer.c - timer_create: by signal with its value, and by a new thread
 * for each expiration.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static volatile sig_atomic_t value;
static sem_t notified;

static void handler(int signo, siginfo_t *info, void *context)
{
    (void)signo, (void)context;
    assert(info->si_code == SI_TIMER);
    value = info->si_value.sival_int;
}

static void notify(union sigval v)
{
    assert(v.sival_int == 42);
    sem_post(&notified);
}

int main(void)
{
    struct sigaction action = { .sa_sigaction = handler,
                                .sa_flags = SA_SIGINFO };
    struct sigevent by_signal = { .sigev_notify = SIGEV_SIGNAL,
                                  .sigev_signo = SIGUSR2,
                                  .sigev_value.sival_int = 7 };
    struct sigevent by_thread = { .sigev_notify = SIGEV_THREAD,
                                  .sigev_notify_function = notify,
                                  .sigev_value.sival_int = 42 };
    struct itimerspec t = { .it_value.tv_nsec = 1000000 }, left;
    timer_t first, second;

    sem_init(&notified, 0, 0);
    sigaction(SIGUSR2, &action, NULL);
    assert(timer_create(CLOCK_MONOTONIC, &by_signal, &first) == 0);
    assert(timer_settime(first, 0, &t, NULL) == 0);
    while (value == 0)
        nanosleep(&(struct timespec){ .tv_sec = 1 }, NULL);
    assert(value == 7 && timer_getoverrun(first) == 0);
    assert(timer_gettime(first, &left) == 0 && left.it_value.tv_nsec == 0);
    assert(timer_delete(first) == 0);

    t.it_interval.tv_nsec = 1000000;
    assert(timer_create(CLOCK_REALTIME, &by_thread, &second) == 0);
    assert(timer_settime(second, 0, &t, NULL) == 0);
    for (int i = 0; i < 2; i++) {
        while (sem_wait(&notified) != 0)
            assert(errno == EINTR);
    }
    assert(timer_delete(second) == 0);
}
