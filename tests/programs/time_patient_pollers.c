/* time_patient_pollers.c - with idle time alone, programs that poll, spin or
 * work until a time is over still end, and short sleeps end first.
 * EXPECT: clean
 * OPTIONS: --time-passes=idle
 * EXECUTIONS: 40
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#define MS 1000000L

static atomic_int stop, flag, counted, polls;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int posted;

static long now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / MS;
}

/* Each round has an effect: not a spin loop. */
static void *works_until_told(void *arg)
{
    while (!stop)
        counted++;
    return arg;
}

static void *works_until_late(void *arg)
{
    const long end = now_ms() + 50;

    while (now_ms() < end)
        counted++;
    return arg;
}

static void *spins(void *arg)
{
    while (!flag)
        ;
    return arg;
}

static void *polls_clock(void *arg)
{
    const long end = now_ms() + 1000;

    while (now_ms() < end)
        ;
    return arg;
}

static void *polls_asleep(void *arg)
{
    while (!stop) {
        polls++;
        usleep(1000);
    }
    return arg;
}

/* Time stamps of a log do not end the sleep of main. */
static void *logs(void *arg)
{
    for (int i = 0; i < 100; i++) {
        now_ms();
        counted++;
    }
    pthread_mutex_lock(&m);
    posted = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static void together(void *(*one)(void *), void *(*two)(void *))
{
    pthread_t a, b;

    stop = flag = 0;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    usleep(20000);
    stop = flag = 1;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

int main(void)
{
    pthread_t t;

    together(works_until_told, spins);
    together(works_until_late, polls_asleep);
    together(polls_clock, polls_asleep);
    together(spins, polls_asleep);
    pthread_create(&t, NULL, logs, NULL);
    usleep(1000);
    pthread_mutex_lock(&m);
    assert(posted == 1);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
