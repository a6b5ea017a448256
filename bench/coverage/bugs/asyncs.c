/* asyncs.c - an event loop with handles that other threads make pending, each
 * when its future is done; the loop calls them back, and they are closed and
 * freed.  Who makes one pending wakes the loop afterwards, and asks the handle
 * which loop that is; but it may have been awake.
 *
 * After libuv's uv_async_send (issue 2226, pull request 2231).
 *
 * CLASS: use after free, used when it was handed over
 * FAILS: heap-use-after-free
 * CAUSE: asyncs.c:64 `compare_exchange_strong(&h->pending, &no, 1))` hands over
 * CAUSE: asyncs.c:66 `loop_wake(h->loop);` reads it afterwards
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define NETWORKS 3
#define FUTURES 3 /* of each */

struct loop;
struct async {
    struct async *next;
    struct loop *loop;
    atomic_int pending;
    int result;
};
static struct loop {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    int woken;
    struct async *handles;
    int called, sum;
} main_loop = { .lock = PTHREAD_MUTEX_INITIALIZER,
                .wake = PTHREAD_COND_INITIALIZER };
static struct async *futures[NETWORKS][FUTURES];
static struct {
    pthread_mutex_t lock;
    int packets;
} device = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct async *async_init(struct loop *l)
{
    struct async *h = calloc(1, sizeof(*h));

    h->loop = l;
    h->next = l->handles;
    l->handles = h;
    return h;
}

static void loop_wake(struct loop *l)
{
    pthread_mutex_lock(&l->lock);
    l->woken = 1;
    pthread_cond_signal(&l->wake);
    pthread_mutex_unlock(&l->lock);
}

static void async_send(struct async *h)
{
    int no = 0;

    if (!atomic_compare_exchange_strong(&h->pending, &no, 1))
        return;
    loop_wake(h->loop);
}

static void on_done(struct loop *l, struct async **at)
{
    struct async *h = *at;

    l->called++;
    l->sum += h->result;
    *at = h->next;
    free(h);
}

static void *loop_run(void *argument)
{
    struct loop *l = argument;

    while (l->handles != NULL) {
        pthread_mutex_lock(&l->lock);
        while (!l->woken)
            pthread_cond_wait(&l->wake, &l->lock);
        l->woken = 0;
        pthread_mutex_unlock(&l->lock);
        for (struct async **at = &l->handles; *at != NULL;) {
            if (atomic_exchange(&(*at)->pending, 0))
                on_done(l, at);
            else
                at = &(*at)->next;
        }
    }
    return NULL;
}

static void *network(void *argument)
{
    long number = (long)argument;

    for (int i = 0; i < FUTURES; i++) {
        struct async *h = futures[number][i];

        pthread_mutex_lock(&device.lock);
        device.packets++;
        pthread_mutex_unlock(&device.lock);
        h->result = (int)number * FUTURES + i;
        async_send(h);
    }
    return NULL;
}

int main(void)
{
    const int n = NETWORKS * FUTURES;
    pthread_t l, t[NETWORKS];

    for (int i = 0; i < n; i++)
        futures[i % NETWORKS][i / NETWORKS] = async_init(&main_loop);
    pthread_create(&l, NULL, loop_run, &main_loop);
    for (long i = 0; i < NETWORKS; i++)
        pthread_create(&t[i], NULL, network, (void *)i);
    for (int i = 0; i < NETWORKS; i++)
        pthread_join(t[i], NULL);
    pthread_join(l, NULL);
    assert(device.packets == n && main_loop.called == n);
    assert(main_loop.sum == n * (n - 1) / 2);
    return 0;
}
