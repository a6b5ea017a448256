/* reactor.c - a reactor has a notifier for each socket, and that one has the
 * handlers.  Who adds a handler has the reactor and takes the notifier; who
 * dispatches goes from the notifier to the handler; and a handler that has
 * seen its last event goes back to the reactor to sign off.
 *
 * After POCO's SocketReactor (issue 2346: a cycle of three mutexes).
 *
 * CLASS: deadlock of three locks
 * FAILS: deadlock
 * CAUSE: reactor.c:43 `pthread_mutex_lock(&n->lock);` to add, has the reactor
 * CAUSE: reactor.c:76 `pthread_mutex_lock(&h->lock);` to notify, has n
 * CAUSE: reactor.c:52 `pthread_mutex_lock(&reactor.lock);` to leave, has h
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define SOCKETS 2
#define POLLERS 3
#define EVENTS 6 /* for each poller */
#define LAST 4   /* of a handler */
#define ADDED 3  /* to each socket, by a thread of its own */

struct handler {
    pthread_mutex_t lock;
    int events;
    bool closed;
};
static struct notifier {
    pthread_mutex_t lock;
    struct handler handlers[1 + ADDED];
    int n, turn;
} notifiers[SOCKETS];
static struct {
    pthread_mutex_t lock;
    int handlers, closed;
} reactor = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void add_handler(struct notifier *n)
{
    pthread_mutex_lock(&reactor.lock);
    reactor.handlers++;
    pthread_mutex_lock(&n->lock);
    pthread_mutex_init(&n->handlers[n->n].lock, NULL);
    n->n++;
    pthread_mutex_unlock(&n->lock);
    pthread_mutex_unlock(&reactor.lock);
}

static void sign_off(void)
{
    pthread_mutex_lock(&reactor.lock);
    reactor.handlers--;
    reactor.closed++;
    pthread_mutex_unlock(&reactor.lock);
}

/* With its lock: it is closed once. */
static void on_event(struct handler *h)
{
    if (h->closed)
        return;
    h->events++;
    if (h->events < LAST)
        return;
    h->closed = true;
    sign_off();
}

static void dispatch(struct notifier *n)
{
    struct handler *h;

    pthread_mutex_lock(&n->lock);
    h = &n->handlers[n->turn++ % n->n];
    pthread_mutex_lock(&h->lock);
    pthread_mutex_unlock(&n->lock);
    on_event(h);
    pthread_mutex_unlock(&h->lock);
}

static void *poller(void *argument)
{
    long number = (long)argument;

    for (int i = 0; i < EVENTS; i++)
        dispatch(&notifiers[(number + i) % SOCKETS]);
    return NULL;
}

static void *acceptor(void *argument)
{
    for (int i = 0; i < ADDED; i++)
        add_handler(argument);
    return NULL;
}

int main(void)
{
    pthread_t p[POLLERS], a[SOCKETS];

    for (int i = 0; i < SOCKETS; i++) {
        pthread_mutex_init(&notifiers[i].lock, NULL);
        add_handler(&notifiers[i]);
    }
    for (long i = 0; i < POLLERS; i++)
        pthread_create(&p[i], NULL, poller, (void *)i);
    for (int i = 0; i < SOCKETS; i++)
        pthread_create(&a[i], NULL, acceptor, &notifiers[i]);
    for (int i = 0; i < POLLERS; i++)
        pthread_join(p[i], NULL);
    for (int i = 0; i < SOCKETS; i++)
        pthread_join(a[i], NULL);
    assert(reactor.handlers + reactor.closed == SOCKETS * (1 + ADDED));
    return 0;
}
