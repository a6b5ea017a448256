/* sleep_interrupted.c - a handler ends a sleep early, and the call says how
 * much was left.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static volatile sig_atomic_t handled, done;

static void handler(int signo)
{
    handled = signo;
}

static void *sleeper(void *argument)
{
    /* For ever: any shorter time may pass before the signal comes. */
    struct timespec t = { .tv_sec = LONG_MAX }, rest = { .tv_sec = -1 };

    while (!handled) {
        int result = nanosleep(&t, &rest);

        assert(result == -1 && errno == EINTR);
        assert(rest.tv_sec > 0 && rest.tv_sec <= t.tv_sec);
        t = rest;
    }
    done = 1;
    return argument;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handler };
    pthread_t a;

    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&a, NULL, sleeper, NULL);
    /* A signal may come before the sleep, also behind the test of `handled`;
     * then nothing but another one ends it. */
    while (!done) {
        assert(pthread_kill(a, SIGUSR1) == 0);
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    pthread_join(a, NULL);
    assert(handled == SIGUSR1);
}
