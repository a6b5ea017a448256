/* ticks.c - a timer that can be opened like a file puts its ticks into a queue,
 * which is read.  Calls that configure it have a lock of their own, so that
 * there is one at a time; who reads has the lock of the queue.  To select
 * another timer is to configure it: it is stopped, and the queue replaced.
 *
 * After Linux's ALSA timer (CVE-2017-1000380; d11662f4f798, "ALSA: timer: Fix
 * race between read and ioctl").
 *
 * CLASS: use after free, each with a lock of its own
 * FAILS: heap-use-after-free
 * CAUSE: ticks.c:52 `pthread_mutex_lock(&u->queue_lock);` is not the other
 * CAUSE: ticks.c:75 `free(u->queue);` with the other one only
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define TICKS 8
#define SELECTS 2
#define ROOM 2

struct user {
    pthread_mutex_t ioctl_lock, queue_lock;
    pthread_cond_t arrived;
    bool running, closed;
    int *queue;
    int size, head, n;
    int clock, overruns, missed;
};

static void user_tick(struct user *u, int resolution)
{
    pthread_mutex_lock(&u->queue_lock);
    if (!u->running) {
        u->missed++;
    } else if (u->n == u->size) {
        u->overruns++;
    } else {
        u->queue[(u->head + u->n) % u->size] = resolution;
        u->n++;
        pthread_cond_signal(&u->arrived);
    }
    pthread_mutex_unlock(&u->queue_lock);
}

/* Returns -1 when the timer was closed, and all was read. */
static int user_read(struct user *u)
{
    int tick = -1;

    pthread_mutex_lock(&u->queue_lock);
    while (u->n == 0 && !u->closed)
        pthread_cond_wait(&u->arrived, &u->queue_lock);
    if (u->n > 0) {
        tick = u->queue[u->head];
        u->head = (u->head + 1) % u->size;
        u->n--;
    }
    pthread_mutex_unlock(&u->queue_lock);
    return tick;
}

static void user_run(struct user *u, bool running)
{
    pthread_mutex_lock(&u->queue_lock);
    u->running = running;
    pthread_mutex_unlock(&u->queue_lock);
}

static void user_select(struct user *u, int clock)
{
    pthread_mutex_lock(&u->ioctl_lock);
    user_run(u, false);
    free(u->queue);
    u->queue = calloc(u->size, sizeof(*u->queue));
    u->clock = clock;
    user_run(u, true);
    pthread_mutex_unlock(&u->ioctl_lock);
}

static void *timer(void *argument)
{
    struct user *u = argument;

    for (int i = 0; i < TICKS; i++)
        user_tick(u, 1000);
    pthread_mutex_lock(&u->queue_lock);
    u->closed = true;
    pthread_cond_broadcast(&u->arrived);
    pthread_mutex_unlock(&u->queue_lock);
    return NULL;
}

static void *sequencer(void *argument)
{
    struct user *u = argument;
    long elapsed = 0;
    int tick;

    while ((tick = user_read(u)) >= 0)
        elapsed += tick;
    return (void *)elapsed;
}

static void *mixer(void *argument)
{
    for (int i = 0; i < SELECTS; i++)
        user_select(argument, i);
    return NULL;
}

int main(void)
{
    struct user u = { .size = ROOM, .running = true };
    pthread_t threads[3];
    void *elapsed;

    pthread_mutex_init(&u.ioctl_lock, NULL);
    pthread_mutex_init(&u.queue_lock, NULL);
    pthread_cond_init(&u.arrived, NULL);
    u.queue = calloc(u.size, sizeof(*u.queue));
    pthread_create(&threads[0], NULL, sequencer, &u);
    pthread_create(&threads[1], NULL, timer, &u);
    pthread_create(&threads[2], NULL, mixer, &u);
    pthread_join(threads[0], &elapsed);
    pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    assert((long)elapsed <= 1000L * (TICKS - u.missed - u.overruns));
    assert(u.n == 0 && u.clock == SELECTS - 1);
    free(u.queue);
    return 0;
}
