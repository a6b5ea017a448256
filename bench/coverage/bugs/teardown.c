/* teardown.c - a driver has a queue of work with a thread of its own, and a
 * timer: when that expires it queues work, and the work sets the timer anew.
 * When the driver is closed, the queue is worked off and freed, and then the
 * timer is stopped; it may expire in between.
 *
 * After Linux's hci_qca (e0d3da982c96, "Bluetooth: hci_qca: Fix the teardown
 * problem for real", 6.2: the timer is stopped first, and so that nobody can
 * set it again).
 *
 * CLASS: shutdown, in the wrong order
 * FAILS: heap-use-after-free
 * CAUSE: teardown.c:113 `queue_destroy(d->queue);` while the timer may expire
 * CAUSE: teardown.c:114 `timer_stop(&d->idle);` too late
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define TICKS 4
#define PACKETS 3

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    int votes, packets; /* to be done */
    bool ending;
    pthread_t worker;
};
struct timer {
    pthread_mutex_t lock;
    pthread_cond_t idle;
    bool armed, running;
};
static struct driver {
    struct queue *queue;
    struct timer idle;
    int sent, asleep; /* the worker's */
} driver = { .idle = { .lock = PTHREAD_MUTEX_INITIALIZER,
                       .idle = PTHREAD_COND_INITIALIZER } };

static void timer_set(struct timer *t)
{
    pthread_mutex_lock(&t->lock);
    t->armed = true;
    pthread_mutex_unlock(&t->lock);
}

/* And waits for who is in the callback. */
static void timer_stop(struct timer *t)
{
    pthread_mutex_lock(&t->lock);
    t->armed = false;
    while (t->running)
        pthread_cond_wait(&t->idle, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

static void queue_add(struct queue *q, int votes, int packets)
{
    pthread_mutex_lock(&q->lock);
    q->votes += votes;
    q->packets += packets;
    pthread_cond_signal(&q->wake);
    pthread_mutex_unlock(&q->lock);
}

static void *worker(void *argument)
{
    struct driver *d = argument;
    struct queue *q = d->queue;

    pthread_mutex_lock(&q->lock);
    for (;;) {
        while (q->votes + q->packets == 0 && !q->ending)
            pthread_cond_wait(&q->wake, &q->lock);
        int votes = q->votes, packets = q->packets;

        if (votes + packets == 0)
            break;
        q->votes = q->packets = 0;
        pthread_mutex_unlock(&q->lock);
        d->asleep += votes;
        d->sent += packets;
        if (packets > 0)
            timer_set(&d->idle); /* asleep if no more come until then */
        pthread_mutex_lock(&q->lock);
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

static void driver_open(struct driver *d)
{
    d->queue = calloc(1, sizeof(*d->queue));
    pthread_mutex_init(&d->queue->lock, NULL);
    pthread_cond_init(&d->queue->wake, NULL);
    pthread_create(&d->queue->worker, NULL, worker, d);
}

static void queue_destroy(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->ending = true;
    pthread_cond_signal(&q->wake);
    pthread_mutex_unlock(&q->lock);
    pthread_join(q->worker, NULL);
    free(q);
}

static void driver_close(struct driver *d)
{
    queue_destroy(d->queue);
    timer_stop(&d->idle);
}

static void *clock_thread(void *argument)
{
    struct driver *d = argument;
    struct timer *t = &d->idle;

    for (int i = 0; i < TICKS; i++) {
        pthread_mutex_lock(&t->lock);
        t->running = t->armed;
        t->armed = false;
        pthread_mutex_unlock(&t->lock);
        if (!t->running)
            continue;
        queue_add(d->queue, 1, 0);
        pthread_mutex_lock(&t->lock);
        t->running = false;
        pthread_cond_signal(&t->idle);
        pthread_mutex_unlock(&t->lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t c;

    driver_open(&driver);
    pthread_create(&c, NULL, clock_thread, &driver);
    for (int i = 0; i < PACKETS; i++)
        queue_add(driver.queue, 0, 1);
    driver_close(&driver);
    pthread_join(c, NULL);
    assert(driver.sent == PACKETS && driver.asleep <= TICKS);
    return 0;
}
