/* mutex_ceiling_waits.c - a ceiling is changed by who could lock the mutex:
 * the call waits until the holder gives it back.
 * EXPECT: clean
 * EXECUTIONS: 200
 * OPTIONS: --timeout 10s
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct guarded {
    pthread_mutex_t lock;
    int inside;
};

static struct guarded private, shared;
static atomic_int held;

static void make(struct guarded *g, int pshared)
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&attributes, 5);
    pthread_mutexattr_setpshared(&attributes, pshared);
    assert(pthread_mutex_init(&g->lock, &attributes) == 0);
}

static void *hold(void *argument)
{
    struct guarded *g = argument;

    assert(pthread_mutex_lock(&g->lock) == 0);
    g->inside = 1;
    atomic_fetch_add(&held, 1);
    g->inside = 0;
    assert(pthread_mutex_unlock(&g->lock) == 0);
    return NULL;
}

/* Only the lock orders this after the holder's second write. */
static void change(struct guarded *g)
{
    int old, ceiling;

    assert(pthread_mutex_setprioceiling(&g->lock, 7, &old) == 0 && old == 5);
    assert(g->inside == 0);
    assert(pthread_mutex_getprioceiling(&g->lock, &ceiling) == 0);
    assert(ceiling == 7);
    assert(pthread_mutex_trylock(&g->lock) == 0);
    assert(pthread_mutex_unlock(&g->lock) == 0);
}

int main(void)
{
    pthread_t a, b;

    make(&private, PTHREAD_PROCESS_PRIVATE);
    make(&shared, PTHREAD_PROCESS_SHARED);
    pthread_create(&a, NULL, hold, &private);
    pthread_create(&b, NULL, hold, &shared);
    while (atomic_load(&held) != 2)
        ; /* both had their mutex, or have it still */
    change(&private);
    change(&shared);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
