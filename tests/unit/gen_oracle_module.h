/* gen_oracle_module.h - the module that gen_oracle.c tests: a queue whose take
 * waits, a counter, and calls that fail. */
#ifndef TESTS_GEN_ORACLE_MODULE_H
#define TESTS_GEN_ORACLE_MODULE_H

#include "gen_target.h"

#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items[8], n_items;

static int remove_first(void)
{
    const int v = items[0];

    if (n_items == 0)
        return -1;
    for (int i = 1; i < n_items; i++)
        items[i - 1] = items[i];
    n_items--;
    return v;
}

static int put(int v)
{
    pthread_mutex_lock(&lock);
    items[n_items++] = v;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return 0;
}

static int take(bool again)
{
    int v;

    pthread_mutex_lock(&lock);
    if (again) {
        while (n_items == 0)
            pthread_cond_wait(&filled, &lock);
    } else if (n_items == 0) {
        pthread_cond_wait(&filled, &lock); /* not tested again */
    }
    v = remove_first();
    pthread_mutex_unlock(&lock);
    return v;
}

static long now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* -1 if nothing is put within five microseconds. */
static int take_soon(void)
{
    const long end = now_us() + 5;
    const struct timespec until = { end / 1000000, end % 1000000 * 1000 };
    int v;

    pthread_mutex_lock(&lock);
    while (n_items == 0) {
        if (pthread_cond_timedwait(&filled, &lock, &until) != 0)
            break;
    }
    v = remove_first();
    pthread_mutex_unlock(&lock);
    return v;
}

/* The caller has the lock. */
static int take_inside(void)
{
    while (n_items == 0)
        pthread_cond_wait(&filled, &lock);
    return remove_first();
}

/* Ten microseconds of work before it. */
static int put_late(int v)
{
    const long end = now_us() + 10;

    while (now_us() < end)
        continue;
    return put(v);
}

static int try_take(void)
{
    int v;

    pthread_mutex_lock(&lock);
    v = remove_first();
    pthread_mutex_unlock(&lock);
    return v;
}

/* Where another thread may step: nothing here is compiled by raddle cc. */
static void point(void)
{
    static pthread_mutex_t any = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&any);
    pthread_mutex_unlock(&any);
}

static int count, readers, postponed;

/* While somebody reads, the new value waits until that one has left. */
static int increment(void)
{
    point();
    if (readers > 0)
        postponed++;
    else
        count++;
    point();
    return 1;
}

static int get(void)
{
    int v;

    point();
    readers++;
    v = count;
    point();
    if (--readers == 0) {
        count += postponed;
        postponed = 0;
    }
    point();
    return v;
}

/* Returns with the lock, as one that forgets to unlock before an early return.
 */
static int keep(void)
{
    return pthread_mutex_lock(&lock);
}

static int ticket(void)
{
    static int next;
    int mine;

    pthread_mutex_lock(&lock);
    mine = next++;
    pthread_mutex_unlock(&lock);
    return mine;
}

/* Waits to be killed, once: in the first execution that finds the file. */
#define KILL_FILE "RADDLE_TEST_KILL_FILE"
static int killed(void)
{
    const char *path = getenv(KILL_FILE);

    if (path != NULL && unlink(path) == 0)
        for (;;)
            continue;
    return 0;
}

enum {
    PUT,
    TAKE,
    WRONG_TAKE,
    TRY_TAKE,
    INCREMENT,
    GET,
    ABORT,
    KEEP,
    KILLED,
    TAKE_SOON,
    PUT_LATE,
    LOCK,
    UNLOCK,
    TAKE_INSIDE,
    TICKET,
    YIELD,
    N_FUNCTIONS
};

ENTRY(call_put, put((int)rdl_gen_choice(f, 0, 100)))
ENTRY(call_take_soon, take_soon())
ENTRY(call_put_late, put_late((int)rdl_gen_choice(f, 0, 100)))
ENTRY(call_lock, pthread_mutex_lock(&lock))
ENTRY(call_unlock, pthread_mutex_unlock(&lock))
ENTRY(call_take_inside, take_inside())
ENTRY(call_take, take(true))
ENTRY(call_wrong_take, take(false))
ENTRY(call_try_take, try_take())
ENTRY(call_increment, increment())
ENTRY(call_get, get())
ENTRY(call_abort, (abort(), 0))
ENTRY(call_keep, keep())
ENTRY(call_killed, killed())
ENTRY(call_ticket, ticket())
ENTRY(call_yield, sched_yield())

void (*const rdl_gen_calls[])(struct rdl_gen_frame *f) = {
    [PUT] = call_put,
    [TAKE] = call_take,
    [WRONG_TAKE] = call_wrong_take,
    [TRY_TAKE] = call_try_take,
    [INCREMENT] = call_increment,
    [GET] = call_get,
    [ABORT] = call_abort,
    [KEEP] = call_keep,
    [KILLED] = call_killed,
    [TAKE_SOON] = call_take_soon,
    [PUT_LATE] = call_put_late,
    [LOCK] = call_lock,
    [UNLOCK] = call_unlock,
    [TAKE_INSIDE] = call_take_inside,
    [TICKET] = call_ticket,
    [YIELD] = call_yield,
};
const unsigned rdl_gen_n_calls = N_FUNCTIONS;
void rdl_gen_start(void)
{
}

#endif
