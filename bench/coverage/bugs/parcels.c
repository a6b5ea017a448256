/* parcels.c - a semaphore with a queue of waiters, without locks: who comes
 * first and gets the last permit does not wake the next; who gives another
 * permit just then finds that one has been woken already.
 *
 * After Java's AbstractQueuedSynchronizer (JDK-6801020, Concurrent Semaphore
 * release may cause some require thread not signaled).
 *
 * CLASS: lost wake-up, a race of three threads
 * FAILS: lost-wakeup
 * CAUSE: parcels.c:128 `if (h->status == SIGNAL)` is not any more
 * CAUSE: parcels.c:97 `head = n;` whose status is, but only now
 * CAUSE: parcels.c:98 `if (left > 0)` when there was none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define CARRIERS 3
#define FETCHES 2
#define SENDERS 2
#define SENDS (CARRIERS * FETCHES / SENDERS)

enum { NONE, SIGNAL }; /* the successor of this one wants to be woken */
struct node {
    struct node *_Atomic previous, *_Atomic next;
    atomic_int status;
    struct carrier *owner;
};
static struct carrier {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool token;
    struct node nodes[FETCHES]; /* never used again: others may look */
} carriers[CARRIERS];
static struct node dummy;
static struct node *_Atomic head = &dummy, *_Atomic tail = &dummy;
static atomic_int permits, sent, fetched;

static void park(struct carrier *c)
{
    pthread_mutex_lock(&c->lock);
    while (!c->token)
        pthread_cond_wait(&c->wake, &c->lock);
    c->token = false;
    pthread_mutex_unlock(&c->lock);
}

static void unpark(struct carrier *c)
{
    pthread_mutex_lock(&c->lock);
    c->token = true;
    pthread_cond_signal(&c->wake);
    pthread_mutex_unlock(&c->lock);
}

/* How many are left, or -1. */
static int try_acquire(void)
{
    int n = permits;

    while (n > 0) {
        if (atomic_compare_exchange_weak(&permits, &n, n - 1))
            return n - 1;
    }
    return -1;
}

static void enqueue(struct node *n)
{
    struct node *last = tail;

    do
        n->previous = last;
    while (!atomic_compare_exchange_weak(&tail, &last, n));
    last->next = n;
}

static void wake_successor(struct node *n)
{
    int status = SIGNAL;
    struct node *s;

    atomic_compare_exchange_strong(&n->status, &status, NONE);
    s = n->next;
    if (s == NULL) { /* maybe it is in the queue, but not yet linked */
        for (struct node *t = tail; t != NULL && t != n; t = t->previous)
            s = t;
    }
    if (s != NULL)
        unpark(s->owner);
}

static void become_head(struct node *n, int left)
{
    head = n;
    if (left > 0)
        wake_successor(n);
}

static void acquire(struct carrier *c, struct node *n)
{
    if (try_acquire() >= 0)
        return;
    n->owner = c;
    enqueue(n);
    for (;;) {
        struct node *p = n->previous;
        int left, status = NONE;

        if (p == head && (left = try_acquire()) >= 0) {
            become_head(n, left);
            return;
        }
        /* Once more before it sleeps: a permit may have come just before. */
        if (!atomic_compare_exchange_strong(&p->status, &status, SIGNAL))
            park(c);
    }
}

static void release(void)
{
    struct node *h;

    permits++;
    h = head;
    if (h->status == SIGNAL)
        wake_successor(h);
}

static void *carrier(void *argument)
{
    struct carrier *c = argument;

    for (int i = 0; i < FETCHES; i++) {
        acquire(c, &c->nodes[i]);
        assert(++fetched <= sent);
    }
    return NULL;
}

static void *sender(void *unused)
{
    for (int i = 0; i < SENDS; i++) {
        sent++;
        release();
    }
    return unused;
}

int main(void)
{
    pthread_t t[CARRIERS + SENDERS];

    for (int i = 0; i < CARRIERS; i++) {
        pthread_mutex_init(&carriers[i].lock, NULL);
        pthread_cond_init(&carriers[i].wake, NULL);
        pthread_create(&t[i], NULL, carrier, &carriers[i]);
    }
    for (int i = 0; i < SENDERS; i++)
        pthread_create(&t[CARRIERS + i], NULL, sender, NULL);
    for (int i = 0; i < CARRIERS + SENDERS; i++)
        pthread_join(t[i], NULL);
    assert(permits == 0 && fetched == CARRIERS * FETCHES);
    return 0;
}
