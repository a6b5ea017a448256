/* quota.c - a semaphore that gives several units at a time, first come, first
 * served.  One that wants all of them waits in front of others that want one
 * each; when its deadline comes it is taken out of the queue, but nobody looks
 * whether those behind it can go on.
 *
 * After Go's x/sync/semaphore (golang/go, issue 37852).
 *
 * CLASS: missed signal
 * FAILS: lost-wakeup
 * CAUSE: quota.c:103 `take_out(w);` and there is another in front now
 * CAUSE: quota.c:104 `pthread_cond_signal(&w->wake);` tells nobody else
 * CAUSE: quota.c:83 `pthread_cond_wait(&w->wake, &lock);` for a release
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define UNITS 4
#define READERS 5
#define READS 3
#define TICKS 4 /* to the deadline */

struct waiter {
    struct waiter *next;
    pthread_cond_t wake;
    int wants;
    bool waiting, granted, cancelled;
};
static struct waiter readers[READERS], compaction, backup;
static struct waiter *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int units = UNITS;
static atomic_int pages_read, ticks;

static void put_in(struct waiter *w)
{
    struct waiter **p = &first;

    while (*p != NULL)
        p = &(*p)->next;
    w->next = NULL;
    w->waiting = true;
    *p = w;
}

static void take_out(struct waiter *w)
{
    struct waiter **p = &first;

    while (*p != w)
        p = &(*p)->next;
    *p = w->next;
    w->waiting = false;
}

/* Whoever is in front, as long as there is enough. */
static void grant(void)
{
    while (first != NULL && first->wants <= units) {
        struct waiter *w = first;

        take_out(w);
        units -= w->wants;
        w->granted = true;
        pthread_cond_signal(&w->wake);
    }
}

static bool acquire(struct waiter *w, int wants)
{
    bool granted;

    pthread_mutex_lock(&lock);
    w->wants = wants;
    w->granted = first == NULL && wants <= units;
    if (w->granted) {
        units -= wants;
    } else if (!w->cancelled) {
        put_in(w);
        while (w->waiting)
            pthread_cond_wait(&w->wake, &lock);
    }
    granted = w->granted;
    pthread_mutex_unlock(&lock);
    return granted;
}

static void release(int given)
{
    pthread_mutex_lock(&lock);
    units += given;
    grant();
    pthread_mutex_unlock(&lock);
}

static void cancel(struct waiter *w)
{
    pthread_mutex_lock(&lock);
    w->cancelled = true;
    if (w->waiting) {
        take_out(w);
        pthread_cond_signal(&w->wake);
    }
    pthread_mutex_unlock(&lock);
}

static void *reader(void *argument)
{
    for (int i = 0; i < READS; i++) {
        assert(acquire(argument, 1));
        pages_read++;
        release(1);
    }
    return NULL;
}

static void *compactor(void *unused)
{
    if (acquire(&compaction, UNITS))
        release(UNITS);
    return unused;
}

static void *deadline(void *unused)
{
    while (++ticks < TICKS)
        ;
    cancel(&compaction);
    return unused;
}

/* main is a backup: it has a unit until all readers are through. */
int main(void)
{
    pthread_t c, d, t[READERS];

    assert(acquire(&backup, 1));
    pthread_cond_init(&compaction.wake, NULL);
    for (int i = 0; i < READERS; i++) {
        pthread_cond_init(&readers[i].wake, NULL);
        pthread_create(&t[i], NULL, reader, &readers[i]);
    }
    pthread_create(&c, NULL, compactor, NULL);
    pthread_create(&d, NULL, deadline, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(t[i], NULL);
    release(1);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    assert(units == UNITS && pages_read == READERS * READS);
    return 0;
}
