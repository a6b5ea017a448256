/* scavenger.c - sockets can be sent through sockets, and so be in a queue and
 * nowhere else; those that are only in queues of each other are garbage.  The
 * collector looks at one socket after the other whether it has more references
 * than are in queues.  Who only looks at what is in a queue, and leaves it
 * there, gets a reference of which the collector is not told.
 *
 * After Linux's AF_UNIX sockets (CVE-2021-0920, "af_unix: fix garbage collect
 * vs MSG_PEEK", 5.14: the collector's lock is taken and released before what
 * was peeked at can be used).
 *
 * CLASS: atomicity, several variables, while a collector looks at them
 * FAILS: assertion
 * CAUSE: scavenger.c:61 `s->count++;` the collector may have seen it already
 * CAUSE: scavenger.c:89 `s->count == s->inflight;` of one after the other
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define USERS 2
#define SOCKETS (2 * USERS)
#define COLLECTIONS 2

static struct sock {
    atomic_int count;              /* references */
    int inflight;                  /* of these in queues, with gc_lock */
    int outside;                   /* the collector's */
    bool candidate;                /* too */
    _Atomic(struct sock *) queued; /* there is room for one */
} socks[SOCKETS];
static pthread_mutex_t gc_lock = PTHREAD_MUTEX_INITIALIZER;

static void sock_send(struct sock *to, struct sock *s)
{
    pthread_mutex_lock(&gc_lock);
    s->count++;
    s->inflight++;
    pthread_mutex_unlock(&gc_lock);
    to->queued = s;
}

/* The reference goes from the queue to who receives. */
static struct sock *sock_receive(struct sock *from)
{
    struct sock *s = atomic_exchange(&from->queued, NULL);

    if (s != NULL) {
        pthread_mutex_lock(&gc_lock);
        s->inflight--;
        pthread_mutex_unlock(&gc_lock);
    }
    return s;
}

static struct sock *sock_peek(struct sock *from)
{
    struct sock *s = from->queued;

    s->count++;
    return s;
}

static void sock_close(struct sock *s)
{
    if (--s->count == 0) {
        struct sock *in = sock_receive(s);

        if (in != NULL)
            sock_close(in);
    }
}

/* Adds to the one that is in the queue of s, if it is a candidate. */
static void child(struct sock *s, int add)
{
    struct sock *in = s->queued;

    if (in != NULL && in->candidate)
        in->outside += add;
}

static void collect(void)
{
    pthread_mutex_lock(&gc_lock);
    for (struct sock *s = socks; s < socks + SOCKETS; s++) {
        s->outside = s->inflight;
        s->candidate = s->inflight > 0 && s->count == s->inflight;
    }
    for (int i = 0; i < SOCKETS; i++) {
        if (socks[i].candidate)
            child(&socks[i], -1);
    }
    for (int i = 0; i < SOCKETS; i++) {
        if (socks[i].candidate && socks[i].outside > 0) {
            socks[i].candidate = false;
            child(&socks[i], 1);
            i = -1; /* it may come before */
        }
    }
    for (int i = 0; i < SOCKETS; i++) {
        if (socks[i].candidate)
            socks[i].queued = NULL;
    }
    pthread_mutex_unlock(&gc_lock);
}

static void *user(void *argument)
{
    struct sock *a = argument, *b = a + 1;

    sock_send(b, a);
    sock_send(a, b);
    sock_close(a); /* it is in b */
    a = sock_peek(b);
    sock_close(b); /* it is in a */
    b = sock_receive(a);
    assert(b != NULL);
    sock_close(b);
    sock_close(a);
    return NULL;
}

static void *collector(void *unused)
{
    for (int i = 0; i < COLLECTIONS; i++)
        collect();
    return unused;
}

int main(void)
{
    pthread_t c, t[USERS];

    for (int i = 0; i < SOCKETS; i++)
        socks[i].count = 1;
    for (int i = 0; i < USERS; i++)
        pthread_create(&t[i], NULL, user, &socks[2 * i]);
    pthread_create(&c, NULL, collector, NULL);
    for (int i = 0; i < USERS; i++)
        pthread_join(t[i], NULL);
    pthread_join(c, NULL);
    return 0;
}
