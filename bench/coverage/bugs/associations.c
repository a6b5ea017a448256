/* associations.c - an association belongs to a socket, and who sends has that
 * socket's lock.  Who finds the buffer full lets go of it and waits; meanwhile
 * the association may be peeled off to a socket of its own, and who has waited
 * goes on with the lock of the old one.
 *
 * After Linux's SCTP (sctp_wait_for_sndbuf; CVE-2017-6353, and cea0cc80a677,
 * "sctp: use the right sk after waking up from wait_buf sleep").
 *
 * CLASS: wrong lock, of the socket it belonged to, three threads
 * FAILS: assertion
 * CAUSE: associations.c:63 `pthread_mutex_lock(&sk->lock);` of the old one
 * CAUSE: associations.c:93 `a->sk = fresh;` while somebody waits
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SNDBUF 2 /* chunks */
#define CHUNKS 4 /* of the first socket */
#define PEELED 3 /* of the second */

struct sock {
    pthread_mutex_t lock;
};
static struct association {
    struct sock *sk;
    int next_tsn, sender[CHUNKS + PEELED];
    atomic_int queued;
    pthread_mutex_t wait_lock;
    pthread_cond_t wait;
    int acknowledged;
} association = { .wait_lock = PTHREAD_MUTEX_INITIALIZER,
                  .wait = PTHREAD_COND_INITIALIZER };
static struct sock listening = { PTHREAD_MUTEX_INITIALIZER };
static struct sock peeled = { PTHREAD_MUTEX_INITIALIZER };
static sem_t wire;
static atomic_int in_flight, sent;

static int acknowledged(struct association *a)
{
    int n;

    pthread_mutex_lock(&a->wait_lock);
    n = a->acknowledged;
    pthread_mutex_unlock(&a->wait_lock);
    return n;
}

/* Enters and leaves with the lock of the socket. */
static void wait_for_sndbuf(struct sock *sk, struct association *a)
{
    int before = acknowledged(a);

    if (a->queued < SNDBUF)
        return;
    pthread_mutex_unlock(&sk->lock);
    pthread_mutex_lock(&a->wait_lock);
    while (a->acknowledged == before)
        pthread_cond_wait(&a->wait, &a->wait_lock);
    pthread_mutex_unlock(&a->wait_lock);
    pthread_mutex_lock(&sk->lock);
}

/* False if the association is not (any more) the socket's. */
static bool send_chunk(struct sock *sk, struct association *a, int who)
{
    int tsn;

    pthread_mutex_lock(&sk->lock);
    if (a->sk != sk) {
        pthread_mutex_unlock(&sk->lock);
        return false;
    }
    while (a->queued >= SNDBUF)
        wait_for_sndbuf(sk, a);
    tsn = a->next_tsn;
    a->sender[tsn] = who;
    a->next_tsn = tsn + 1;
    a->queued++;
    pthread_mutex_unlock(&sk->lock);
    sent++;
    in_flight++;
    sem_post(&wire);
    return true;
}

static void peel_off(struct association *a, struct sock *sk, struct sock *fresh)
{
    pthread_mutex_lock(&sk->lock);
    pthread_mutex_lock(&fresh->lock);
    a->sk = fresh;
    pthread_mutex_unlock(&fresh->lock);
    pthread_mutex_unlock(&sk->lock);
}

static void *server(void *argument)
{
    for (int i = 0; i < CHUNKS; i++) {
        if (!send_chunk(&listening, argument, 1))
            break;
    }
    return NULL;
}

static void *helper(void *argument)
{
    peel_off(argument, &listening, &peeled);
    for (int i = 0; i < PEELED; i++)
        send_chunk(&peeled, argument, 2);
    return NULL;
}

/* The peer: acknowledges what comes until nothing more does. */
static void *peer(void *argument)
{
    struct association *a = argument;

    for (;;) {
        sem_wait(&wire);
        if (in_flight == 0)
            return NULL;
        in_flight--;
        a->queued--;
        pthread_mutex_lock(&a->wait_lock);
        a->acknowledged++;
        pthread_cond_broadcast(&a->wait);
        pthread_mutex_unlock(&a->wait_lock);
    }
}

int main(void)
{
    struct association *a = &association;
    pthread_t s, h, p;

    a->sk = &listening;
    sem_init(&wire, 0, 0);
    pthread_create(&p, NULL, peer, a);
    pthread_create(&s, NULL, server, a);
    pthread_create(&h, NULL, helper, a);
    pthread_join(s, NULL);
    pthread_join(h, NULL);
    sem_post(&wire);
    pthread_join(p, NULL);
    assert(a->queued == 0);
    assert(a->next_tsn == sent);
    return 0;
}
