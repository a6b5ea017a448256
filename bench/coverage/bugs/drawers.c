/* drawers.c - a drawer gets its lock when it is first opened.  Whether it has
 * one is asked first, and not again by who makes it: two who open it first at
 * once make two, and one of them has locked what is no longer the drawer's.
 *
 * After HTTrack's hts_mutexlock (issue 297) and libhybris's
 * my_pthread_mutex_lock (issue 247).
 *
 * CLASS: double-checked locking, not checked the second time
 * FAILS: assertion
 * CAUSE: drawers.c:37 `if (d->lock == NULL) {` asks without the guard
 * CAUSE: drawers.c:39 `d->lock = new_lock();` makes one in any case
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define CLERKS 2
#define DRAWERS 4

static struct drawer {
    pthread_mutex_t *_Atomic lock;
    int sheets, pages;
} drawers[DRAWERS];
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t *new_lock(void)
{
    pthread_mutex_t *lock = malloc(sizeof(*lock));

    pthread_mutex_init(lock, NULL);
    return lock;
}

static pthread_mutex_t *lock_of(struct drawer *d)
{
    if (d->lock == NULL) {
        pthread_mutex_lock(&guard);
        d->lock = new_lock();
        pthread_mutex_unlock(&guard);
    }
    return d->lock;
}

static void file_away(struct drawer *d, int pages)
{
    pthread_mutex_t *lock = lock_of(d);

    pthread_mutex_lock(lock);
    d->sheets++;
    d->pages += pages;
    pthread_mutex_unlock(lock);
}

static void *clerk(void *argument)
{
    int me = (int)(long)argument;

    for (int i = 0; i < DRAWERS; i++)
        file_away(&drawers[(me * DRAWERS / 2 + i) % DRAWERS], me + 1);
    return NULL;
}

int main(void)
{
    pthread_t t[CLERKS];

    for (long i = 0; i < CLERKS; i++)
        pthread_create(&t[i], NULL, clerk, (void *)i);
    for (int i = 0; i < CLERKS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < DRAWERS; i++) {
        assert(drawers[i].sheets == CLERKS);
        assert(drawers[i].pages == CLERKS * (CLERKS + 1) / 2);
        free(drawers[i].lock);
    }
    return 0;
}
