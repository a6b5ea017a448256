# A thread that waits for ever is told with the one that should have woken it
# and went without; freed memory with what made the one free that the other has.
. "$(dirname "$0")/facts.inc"

# Who is woken wakes the next one, unless it was called off: where it goes then.
# The list is no test of the one that waits, though it is another by now.
cat >off.c <<'C'
#include <pthread.h>
#include <stddef.h>
static struct waiter {
    struct waiter *next;
    pthread_cond_t wake;
    int woken, off, went;
} all[2], *list;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int taken = 1;
static void pass(void)
{
    struct waiter *w = list;
    taken = 0;
    if (w == NULL)
        return;
    list = w->next;
    w->woken = 1;
    pthread_cond_signal(&w->wake);
}
static void *want(void *arg)
{
    struct waiter *w = arg, **at = &list;
    pthread_mutex_lock(&m);
    if (taken) {
        while (*at != NULL)
            at = &(*at)->next;
        w->woken = 0;
        *at = w;
        while (!w->woken)
            pthread_cond_wait(&w->wake, &m);
    }
    if (w->off)
        w->went = 1;
    else
        pass();
    pthread_mutex_unlock(&m);
    return arg;
}
static void *call_off(void *arg)
{
    pthread_mutex_lock(&m);
    all[0].off = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 2; i++) {
        pthread_cond_init(&all[i].wake, NULL);
        pthread_create(&t[i], NULL, want, &all[i]);
    }
    pthread_create(&t[2], NULL, call_off, NULL);
    pthread_mutex_lock(&m);
    pass();
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains off)" \
    "order tried -: earlier 42, later 32; \
missing-signal tried -: signal 18<35*, wait 30, instead 33"

# The time of a wait is over, and it is signalled before its thread knows.
cat >late.c <<'C'
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t job = PTHREAD_COND_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int idle, jobs, finished;
static void *work(void *arg)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 5;
    pthread_mutex_lock(&m);
    idle = 1;
    int error = pthread_cond_timedwait(&job, &m, &until);
    if (error != ETIMEDOUT) {
        finished = jobs;
        pthread_cond_signal(&done);
    }
    idle = 0;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *ask(void *arg)
{
    pthread_mutex_lock(&m);
    if (idle) {
        jobs = 1;
        pthread_cond_signal(&job);
        while (!finished)
            pthread_cond_wait(&done, &m);
    }
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, work, NULL);
    pthread_create(&t[1], NULL, ask, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains late)" \
    "expired-wait tried -: expired 15, delayed, later 29; \
unheard-signal seen -: signal 29, wait 15, blocked 31, test 16"

# A third thread changed what the one that frees goes by.
cat >mode.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t timer = PTHREAD_MUTEX_INITIALIZER;
static volatile int timed = 1, *volatile ring;
static int *volatile armed;
static void arm(int *p)
{
    pthread_mutex_lock(&timer);
    armed = p;
    pthread_mutex_unlock(&timer);
}
static void *use(void *arg)
{
    int *mine = calloc(1, sizeof(*mine));
    pthread_mutex_lock(&m);
    if (timed)
        arm(mine);
    ring = mine;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ring = NULL;
    if (timed)
        arm(NULL);
    pthread_mutex_unlock(&m);
    free(mine);
    return arg;
}
static void *change(void *arg)
{
    if (ring == NULL)
        timed = 0;
    return arg;
}
static void *tick(void *arg)
{
    pthread_mutex_lock(&timer);
    if (armed != NULL)
        ++*armed;
    pthread_mutex_unlock(&timer);
    return arg;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, use, NULL);
    pthread_create(&t[1], NULL, change, NULL);
    pthread_create(&t[2], NULL, tick, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains mode --seed 2)" \
    "window tried both: outer-first 17, inner-first 31, inner-last 32, outer-last 19"
