/* keepalive.c - a card for telephony over the network.  When nothing was sent
 * for some time a timer queues work that sends a packet; and whatever is sent
 * starts the timer again.  Who removes the card stops the timer, then the work,
 * and frees it; but work that was under way may have started the timer between
 * the two.
 *
 * After Linux's mISDN (release_card of l1oip; 2568a7e0832e, "mISDN: fix
 * use-after-free bugs in l1oip timer handlers").
 *
 * CLASS: shutdown, started again by what is stopped next
 * FAILS: heap-use-after-free
 * CAUSE: keepalive.c:104 `start(&timer, c);` though it is being removed
 * CAUSE: keepalive.c:122 `stop(&timer);` is not the end of it
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define PACKETS 4

struct card {
    pthread_mutex_t lock;
    int packets, bytes, silences;
};
/* A thread that calls for a card when it was started for it. */
static struct runner {
    pthread_mutex_t lock;
    pthread_cond_t started, idle;
    struct card *pending;
    bool running, end;
    void (*call)(struct card *c);
} timer, work;

static void runner_init(struct runner *r, void (*call)(struct card *c))
{
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->started, NULL);
    pthread_cond_init(&r->idle, NULL);
    r->call = call;
}

static void start(struct runner *r, struct card *c)
{
    pthread_mutex_lock(&r->lock);
    r->pending = c;
    pthread_cond_signal(&r->started);
    pthread_mutex_unlock(&r->lock);
}

/* Waits for it if it runs. */
static void stop(struct runner *r)
{
    pthread_mutex_lock(&r->lock);
    r->pending = NULL;
    while (r->running)
        pthread_cond_wait(&r->idle, &r->lock);
    pthread_mutex_unlock(&r->lock);
}

static void *run(void *argument)
{
    struct runner *r = argument;

    pthread_mutex_lock(&r->lock);
    for (;;) {
        struct card *c;

        while (r->pending == NULL && !r->end)
            pthread_cond_wait(&r->started, &r->lock);
        c = r->pending;
        if (c == NULL)
            break;
        r->pending = NULL;
        r->running = true;
        pthread_mutex_unlock(&r->lock);
        r->call(c);
        pthread_mutex_lock(&r->lock);
        r->running = false;
        pthread_cond_broadcast(&r->idle);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static void runner_end(struct runner *r, pthread_t thread)
{
    pthread_mutex_lock(&r->lock);
    r->end = true;
    pthread_cond_signal(&r->started);
    pthread_mutex_unlock(&r->lock);
    pthread_join(thread, NULL);
}

static void socket_send(struct card *c, int bytes)
{
    bool more;

    pthread_mutex_lock(&c->lock);
    c->bytes += bytes;
    more = ++c->packets < PACKETS;
    pthread_mutex_unlock(&c->lock);
    if (more)
        start(&timer, c);
}

/* The timer's */
static void keep_alive(struct card *c)
{
    c->silences++;
    start(&work, c);
}

/* The work's: an empty packet */
static void send_empty(struct card *c)
{
    socket_send(c, 0);
}

static void release_card(struct card *c)
{
    stop(&timer);
    stop(&work);
    assert(c->packets > 0 && c->bytes == 160);
    free(c);
}

int main(void)
{
    struct card *c = calloc(1, sizeof(*c));
    pthread_t t, w;

    pthread_mutex_init(&c->lock, NULL);
    runner_init(&timer, keep_alive);
    runner_init(&work, send_empty);
    pthread_create(&t, NULL, run, &timer);
    pthread_create(&w, NULL, run, &work);
    socket_send(c, 160);
    release_card(c);
    runner_end(&timer, t);
    runner_end(&work, w);
    return 0;
}
