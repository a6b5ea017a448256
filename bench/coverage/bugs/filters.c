/* filters.c - pictures are filtered in bands, by a thread each, which has a
 * condition for both directions: there is a picture, and the band is done.  The
 * system has no conditions, only events that reset themselves, and so who waits
 * lets go of the lock first and waits for the event then.  In between a filter
 * can be done, set the event, come back to wait for the next picture, and take
 * the event itself.
 *
 * After RetroArch's threads on Windows (libretro/RetroArch, pull request 717:
 * SignalObjectAndWait in scond_wait).
 *
 * CLASS: lost wake-up, by who gave it
 * FAILS: lost-wakeup
 * CAUSE: filters.c:68 `pthread_mutex_unlock(lock);` is not waiting yet
 * CAUSE: filters.c:69 `event_wait(e);` is waiting only now
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define FILTERS 2
#define FRAMES 2
#define ROWS 3

/* An event wakes the one who waits for longest, or is set for the next. */
struct event {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool set;
    int came, gone; /* who waits, who was woken */
};
struct filter {
    pthread_t thread;
    pthread_mutex_t lock;
    struct event event;
    bool done, stop;
    int rows;
};
static struct filter filters[FILTERS];

static void event_set(struct event *e)
{
    pthread_mutex_lock(&e->lock);
    if (e->gone < e->came) {
        e->gone++;
        pthread_cond_broadcast(&e->woken);
    } else {
        e->set = true;
    }
    pthread_mutex_unlock(&e->lock);
}

static void event_wait(struct event *e)
{
    pthread_mutex_lock(&e->lock);
    if (e->set) {
        e->set = false;
    } else {
        int mine = ++e->came;

        while (e->gone < mine)
            pthread_cond_wait(&e->woken, &e->lock);
    }
    pthread_mutex_unlock(&e->lock);
}

static void condition_wait(struct event *e, pthread_mutex_t *lock)
{
    pthread_mutex_unlock(lock);
    event_wait(e);
    pthread_mutex_lock(lock);
}

static void *filter_loop(void *argument)
{
    struct filter *f = argument;

    for (;;) {
        pthread_mutex_lock(&f->lock);
        while (f->done && !f->stop)
            condition_wait(&f->event, &f->lock);
        pthread_mutex_unlock(&f->lock);
        if (f->stop)
            return NULL;
        for (int i = 0; i < ROWS; i++)
            f->rows++;
        pthread_mutex_lock(&f->lock);
        f->done = true;
        event_set(&f->event);
        pthread_mutex_unlock(&f->lock);
    }
}

static void filter_start(struct filter *f)
{
    pthread_mutex_lock(&f->lock);
    f->done = false;
    event_set(&f->event);
    pthread_mutex_unlock(&f->lock);
}

static void filter_finish(struct filter *f)
{
    pthread_mutex_lock(&f->lock);
    while (!f->done)
        condition_wait(&f->event, &f->lock);
    pthread_mutex_unlock(&f->lock);
}

static void filter_free(struct filter *f)
{
    pthread_mutex_lock(&f->lock);
    f->stop = true;
    event_set(&f->event);
    pthread_mutex_unlock(&f->lock);
    pthread_join(f->thread, NULL);
}

int main(void)
{
    for (int i = 0; i < FILTERS; i++) {
        pthread_mutex_init(&filters[i].lock, NULL);
        pthread_mutex_init(&filters[i].event.lock, NULL);
        pthread_cond_init(&filters[i].event.woken, NULL);
        filters[i].done = true;
        pthread_create(&filters[i].thread, NULL, filter_loop, &filters[i]);
    }
    for (int frame = 1; frame <= FRAMES; frame++) {
        for (int i = 0; i < FILTERS; i++)
            filter_start(&filters[i]);
        for (int i = 0; i < FILTERS; i++)
            filter_finish(&filters[i]);
        for (int i = 0; i < FILTERS; i++)
            assert(filters[i].rows == frame * ROWS);
    }
    for (int i = 0; i < FILTERS; i++)
        filter_free(&filters[i]);
    return 0;
}
