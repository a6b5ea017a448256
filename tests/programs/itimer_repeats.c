/* itimer_repeats.c - an interval timer sends its signal again and again until
 * it is disarmed, whichever thread takes it.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

static volatile sig_atomic_t ticks;

static void handler(int signo)
{
    (void)signo;
    ticks++;
}

static void *waiter(void *argument)
{
    while (ticks < 3)
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    return argument;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handler };
    struct itimerval t = { .it_value.tv_usec = 2000,
                           .it_interval.tv_usec = 2000 };
    struct itimerval old, wrong = { .it_value.tv_usec = 1000000 };
    pthread_t a, b;

    sigaction(SIGALRM, &action, NULL);
    assert(setitimer(ITIMER_REAL, &t, NULL) == 0);
    assert(getitimer(ITIMER_REAL, &old) == 0);
    assert(old.it_interval.tv_usec == 2000 && old.it_value.tv_usec <= 2000);
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    t.it_value.tv_usec = t.it_interval.tv_usec = 0;
    assert(setitimer(ITIMER_REAL, &t, &old) == 0);
    assert(old.it_interval.tv_usec == 2000);
    assert(setitimer(ITIMER_REAL, &wrong, NULL) == -1 && errno == EINVAL);
    assert(ticks >= 3);
}
