/* pools.c - a listener takes connections and gives them to workers, each with
 * a pool of memory that is used again.  The pools that are free are in a list
 * without locks.  Who puts one there asks the pool whether it was successful:
 * if it was, the pool may already be another's.
 *
 * After Apache httpd's bug 44402 (ap_queue_info_set_idle compared the result
 * of the exchange with new_recycle->next; since then with a local copy).
 *
 * CLASS: atomicity, one variable, read again when it is published
 * FAILS: assertion
 * CAUSE: pools.c:68 `if (cas(&recycled, p, p->next) == p->next)` is its no more
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define WORKERS 3
#define CONNECTIONS 9

struct pool {
    _Atomic(struct pool *) next;
    atomic_bool busy;
    int used, served;
};
static struct pool pools[CONNECTIONS];
static int n_pools;
static _Atomic(struct pool *) recycled;
static struct {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int n;
    struct pool *waiting[WORKERS]; /* NULL: stop */
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER,
            .filled = PTHREAD_COND_INITIALIZER };
static sem_t idlers;

/* Returns what was there before. */
static struct pool *cas(_Atomic(struct pool *) *at, struct pool *with,
                        struct pool *was)
{
    atomic_compare_exchange_strong(at, &was, with);
    return was;
}

/* Only the listener does. */
static struct pool *pool_take(void)
{
    struct pool *p;

    do {
        p = recycled;
        if (p == NULL)
            return &pools[n_pools++];
    } while (cas(&recycled, p->next, p) != p);
    p->next = NULL;
    return p;
}

static void pool_recycle(struct pool *p)
{
    p->used = 0;
    p->busy = false;
    for (;;) {
        p->next = recycled;
        if (cas(&recycled, p, p->next) == p->next)
            break;
    }
}

static void push(struct pool *p)
{
    pthread_mutex_lock(&queue.lock);
    queue.waiting[queue.n++] = p;
    pthread_cond_signal(&queue.filled);
    pthread_mutex_unlock(&queue.lock);
}

static struct pool *pop(void)
{
    struct pool *p;

    pthread_mutex_lock(&queue.lock);
    while (queue.n == 0)
        pthread_cond_wait(&queue.filled, &queue.lock);
    p = queue.waiting[--queue.n];
    pthread_mutex_unlock(&queue.lock);
    return p;
}

static void *worker(void *unused)
{
    struct pool *p;

    while ((p = pop()) != NULL) {
        p->used += 100;
        p->served++;
        pool_recycle(p);
        sem_post(&idlers);
    }
    return unused;
}

static void *listener(void *unused)
{
    for (int i = 0; i < CONNECTIONS; i++) {
        struct pool *p;

        sem_wait(&idlers);
        p = pool_take();
        assert(!p->busy && p->used == 0);
        p->busy = true;
        push(p);
    }
    for (int i = 0; i < WORKERS; i++) {
        sem_wait(&idlers);
        push(NULL);
    }
    return unused;
}

int main(void)
{
    pthread_t l, w[WORKERS];
    int served = 0;

    sem_init(&idlers, 0, WORKERS);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&w[i], NULL, worker, NULL);
    pthread_create(&l, NULL, listener, NULL);
    pthread_join(l, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(w[i], NULL);
    for (struct pool *p = recycled; p != NULL; p = p->next) {
        assert(!p->busy);
        p->busy = true; /* is seen */
        served += p->served;
    }
    assert(served == CONNECTIONS);
    return 0;
}
