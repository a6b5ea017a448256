/* notifier.c - an event loop sleeps until its event is set, works off what
 * was posted, and resets the event: too late, what was posted in between has
 * set it already.
 *
 * After QEMU's AioContext, where the notifier was cleared after the handlers
 * had run (docs/aio_notify_bug.promela of its sources is a model of it).
 *
 * CLASS: lost wake-up
 * FAILS: lost-wakeup
 * CAUSE: notifier.c:80 `*r = atomic_exchange(&posted, NULL);` takes all
 * CAUSE: notifier.c:85 `event_reset();` forgets who came after that
 * CAUSE: notifier.c:46 `event.set = false;` does
 * CAUSE: notifier.c:38 `event.set = true;` tells of one
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define POSTERS 3
#define EACH 3

static struct request {
    struct request *next;
    int sectors;
} requests[POSTERS][EACH];
static struct request *_Atomic posted;
static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool set;
} event = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false };

static void event_set(void)
{
    pthread_mutex_lock(&event.lock);
    event.set = true;
    pthread_cond_signal(&event.wake);
    pthread_mutex_unlock(&event.lock);
}

static void event_reset(void)
{
    pthread_mutex_lock(&event.lock);
    event.set = false;
    pthread_mutex_unlock(&event.lock);
}

static void event_wait(void)
{
    pthread_mutex_lock(&event.lock);
    while (!event.set)
        pthread_cond_wait(&event.wake, &event.lock);
    pthread_mutex_unlock(&event.lock);
}

static void *poster(void *argument)
{
    struct request *own = argument;

    for (int i = 0; i < EACH; i++) {
        struct request *first = posted;

        own[i].sectors = i + 1;
        do
            own[i].next = first;
        while (!atomic_compare_exchange_weak(&posted, &first, &own[i]));
        event_set();
    }
    return NULL;
}

static void *loop(void *unused)
{
    int handled = 0, sectors = 0;

    while (handled < POSTERS * EACH) {
        event_wait();
        struct request *r = atomic_exchange(&posted, NULL);
        for (; r != NULL; r = r->next) {
            sectors += r->sectors;
            handled++;
        }
        event_reset();
    }
    assert(sectors == POSTERS * EACH * (EACH + 1) / 2);
    return unused;
}

int main(void)
{
    pthread_t l, t[POSTERS];

    pthread_create(&l, NULL, loop, NULL);
    for (int i = 0; i < POSTERS; i++)
        pthread_create(&t[i], NULL, poster, requests[i]);
    for (int i = 0; i < POSTERS; i++)
        pthread_join(t[i], NULL);
    pthread_join(l, NULL);
    return 0;
}
