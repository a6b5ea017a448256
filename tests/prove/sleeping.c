/* sleeping.c - programs with sleeps, time-outs and clocks, and calls that ask
 * whether a thread has ended: sleeping NUMBER.  Time passes when no thread can
 * step. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static atomic_int x, y;
static int k;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *store_after_100(void *arg)
{
    usleep(100);
    atomic_store(&x, 1);
    return arg;
}
static void *store_after_200(void *arg)
{
    usleep(200);
    atomic_store(&x, 2);
    return arg;
}
static void *store(void *arg)
{
    atomic_store(&x, 3);
    return arg;
}
static void *sleep_in_lock(void *arg)
{
    pthread_mutex_lock(&m);
    usleep(100);
    k = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *locks(void *arg)
{
    pthread_mutex_lock(&m);
    k = 2;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *dies_with_lock(void *arg)
{
    pthread_mutex_lock(&m);
    usleep(100);
    return arg;
}
static void *signals_after_50(void *arg)
{
    usleep(50);
    pthread_mutex_lock(&m);
    k = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *waits(void *arg)
{
    pthread_mutex_lock(&m);
    while (!k)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *polls(void *arg)
{
    while (!atomic_load(&x))
        usleep(10);
    return arg;
}
static void *spins(void *arg)
{
    while (!atomic_load(&x))
        sched_yield();
    return arg;
}
static void *locks_in_time(void *arg)
{
    static const struct timespec past;

    if (pthread_mutex_timedlock(&m, &past) == 0)
        pthread_mutex_unlock(&m);
    return arg;
}
static sem_t posted;

static struct timespec in(long us)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += us * 1000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}
static void *signals(void *arg)
{
    pthread_mutex_lock(&m);
    k = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *signals_after_100(void *arg)
{
    usleep(100);
    return signals(arg);
}
static void *signals_after_200(void *arg)
{
    usleep(200);
    return signals(arg);
}
static void *waits_100(void *arg)
{
    const struct timespec until = in(100);

    pthread_mutex_lock(&m);
    while (!k && pthread_cond_timedwait(&c, &m, &until) == 0)
        continue;
    pthread_mutex_unlock(&m);
    return arg;
}
static void lock_in(long us)
{
    const struct timespec until = in(us);

    if (pthread_mutex_timedlock(&m, &until) == 0) {
        k = 2;
        pthread_mutex_unlock(&m);
    }
}
static void *locks_in_50(void *arg)
{
    lock_in(50);
    return arg;
}
static void *locks_in_100(void *arg)
{
    lock_in(100);
    return arg;
}
static void *locks_in_200(void *arg)
{
    lock_in(200);
    return arg;
}
static void *takes_in_100(void *arg)
{
    const struct timespec until = in(100);

    sem_timedwait(&posted, &until);
    return arg;
}
static void *posts_after_100(void *arg)
{
    usleep(100);
    sem_post(&posted);
    return arg;
}
static void *posts(void *arg)
{
    sem_post(&posted);
    return arg;
}
static void *stores_time(void *arg)
{
    atomic_store(&x, (int)in(0).tv_nsec);
    return arg;
}
static void *spins_on_clock(void *arg)
{
    const struct timespec until = in(100);
    struct timespec now;

    do {
        now = in(0);
    } while (now.tv_sec < until.tv_sec || now.tv_nsec < until.tv_nsec);
    return arg;
}
/* Writes before it ends. */
static void *first(void *arg)
{
    atomic_store(&y, 1);
    return arg;
}
static pthread_t ended;
/* Main's part: has it ended, and what does it show then? */
static void *asks(void *arg)
{
    if (pthread_tryjoin_np(ended, NULL) != 0) {
        atomic_load(&y);
        pthread_join(ended, NULL);
    }
    return arg;
}

/* NULL: not a thread. */
static void *(*const programs[][3])(void *) = {
    { store_after_100, store_after_100, NULL },            /* 0 */
    { store_after_100, store_after_200, NULL },            /* 1 */
    { sleep_in_lock, locks, NULL },                        /* 2 */
    { signals_after_50, waits, NULL },                     /* 3 */
    { polls, store_after_100, NULL },                      /* 4 */
    { spins, store_after_100, NULL },                      /* 5 */
    { store_after_100, store, NULL },                      /* 6 */
    { polls, store, NULL },                                /* 7 */
    { sleep_in_lock, sleep_in_lock, locks },               /* 8 */
    { store_after_100, store_after_100, store_after_200 }, /* 9 */
    { dies_with_lock, locks, NULL },                       /* 10 */
    { sleep_in_lock, locks_in_time, NULL },                /* 11 */
    { NULL },                                              /* 12: below */
    { waits_100, signals, NULL },                          /* 13 */
    { waits_100, signals_after_50, NULL },                 /* 14 */
    { waits_100, signals_after_200, NULL },                /* 15 */
    { waits_100, signals_after_100, NULL },                /* 16 */
    { sleep_in_lock, locks_in_200, NULL },                 /* 17 */
    { sleep_in_lock, locks_in_50, NULL },                  /* 18 */
    { sleep_in_lock, locks_in_100, NULL },                 /* 19 */
    { takes_in_100, posts_after_100, NULL },               /* 20 */
    { takes_in_100, posts, NULL },                         /* 21 */
    { stores_time, stores_time, NULL },                    /* 22 */
    { spins_on_clock, store, NULL },                       /* 23 */
    { waits_100, waits_100, NULL },                        /* 24 */
};

int main(int argc, char **argv)
{
    pthread_t threads[3];
    const unsigned which = argc > 1 ? (unsigned)atoi(argv[1]) : 99;
    int n = 0;

    if (which == 12) {
        pthread_create(&ended, NULL, first, NULL);
        asks(NULL);
        return 0;
    }
    if (which == 25) { /* the time-out always ends first */
        const struct timespec until = in(100);

        pthread_create(&ended, NULL, store_after_200, NULL);
        return pthread_timedjoin_np(ended, NULL, &until) == 0;
    }
    if (which >= sizeof(programs) / sizeof(programs[0]))
        return 2;
    for (; n < 3 && programs[which][n] != NULL; n++)
        pthread_create(&threads[n], NULL, programs[which][n], NULL);
    while (n > 0)
        pthread_join(threads[--n], NULL);
    return 0;
}
