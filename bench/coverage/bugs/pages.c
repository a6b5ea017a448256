/* pages.c - pages are read by a thread of their own, and each has an event that
 * is set when it is there.  Who wants a page that is not there resets the
 * event, looks again, and waits.  One that is late resets it after it was set,
 * sees the page, and goes; another that had looked before waits for ever.
 *
 * After InnoDB's events (the comment of os_event_wait_low tells of threads A, B
 * and C; since then os_event_reset returns a count, and who waits gives it).
 *
 * CLASS: lost wake-up, a race of three threads
 * FAILS: lost-wakeup
 * CAUSE: pages.c:57 `e->set = false;` though others have yet to see it
 * CAUSE: pages.c:64 `while (!e->set)` whether it is, not whether it was
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define PAGES 4
#define ROWS 3 /* of a page */
#define SESSIONS 3

struct event {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool set;
};
static struct page {
    struct event event;
    atomic_bool there;
    int rows[ROWS];
} pages[PAGES];
static struct {
    pthread_mutex_t lock;
    int reads, gets;
} status = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void event_init(struct event *e)
{
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->changed, NULL);
}

static void event_set(struct event *e)
{
    pthread_mutex_lock(&e->lock);
    if (!e->set) {
        e->set = true;
        pthread_cond_broadcast(&e->changed);
    }
    pthread_mutex_unlock(&e->lock);
}

static void event_reset(struct event *e)
{
    pthread_mutex_lock(&e->lock);
    e->set = false;
    pthread_mutex_unlock(&e->lock);
}

static void event_wait(struct event *e)
{
    pthread_mutex_lock(&e->lock);
    while (!e->set)
        pthread_cond_wait(&e->changed, &e->lock);
    pthread_mutex_unlock(&e->lock);
}

static void count(int *what)
{
    pthread_mutex_lock(&status.lock);
    (*what)++;
    pthread_mutex_unlock(&status.lock);
}

static void page_await(struct page *p)
{
    while (!p->there) {
        event_reset(&p->event);
        if (p->there)
            break;
        event_wait(&p->event);
    }
}

static void *reader(void *unused)
{
    for (int i = 0; i < PAGES; i++) {
        struct page *p = &pages[i];

        for (int row = 0; row < ROWS; row++)
            p->rows[row] = 100 * i + row;
        count(&status.reads);
        p->there = true;
        event_set(&p->event);
    }
    return unused;
}

static void *session(void *unused)
{
    int sum = 0;

    for (int i = 0; i < PAGES; i++) {
        page_await(&pages[i]);
        count(&status.gets);
        for (int row = 0; row < ROWS; row++)
            sum += pages[i].rows[row];
    }
    assert(sum == ROWS * 100 * PAGES * (PAGES - 1) / 2 +
                      PAGES * ROWS * (ROWS - 1) / 2);
    return unused;
}

int main(void)
{
    pthread_t r, t[SESSIONS];

    for (int i = 0; i < PAGES; i++)
        event_init(&pages[i].event);
    pthread_create(&r, NULL, reader, NULL);
    for (int i = 0; i < SESSIONS; i++)
        pthread_create(&t[i], NULL, session, NULL);
    for (int i = 0; i < SESSIONS; i++)
        pthread_join(t[i], NULL);
    pthread_join(r, NULL);
    assert(status.reads == PAGES && status.gets == SESSIONS * PAGES);
    return 0;
}
