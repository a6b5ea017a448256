/* netlib.c - a library of sockets that are in a table.  Who closes a socket has
 * its lock and takes it out of the table; who shuts the library down has the
 * table and closes all that are left.
 *
 * After HawkNL 1.6b3 (nlClose and nlShutdown at the same time; in Jula et al.,
 * Deadlock Immunity, OSDI 2008).
 *
 * CLASS: deadlock of two locks
 * FAILS: deadlock
 * CAUSE: netlib.c:73 `pthread_mutex_lock(&s->lock);` to close
 * CAUSE: netlib.c:51 `pthread_mutex_lock(&table.lock);` to forget, in that
 * CAUSE: netlib.c:91 `pthread_mutex_lock(&table.lock);` to shut down
 * CAUSE: netlib.c:95 `pthread_mutex_lock(&s->lock);` to close it, in that
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define PEERS 3
#define PACKETS 5
#define POLLS 4

static struct socket {
    pthread_mutex_t lock;
    bool open;
    int received, sum;
} sockets[PEERS];
static struct {
    pthread_mutex_t lock;
    bool up;
    int n;
    struct socket *all[PEERS];
} table = { .lock = PTHREAD_MUTEX_INITIALIZER, .up = true };

static struct socket *net_open(int i)
{
    struct socket *s = NULL;

    pthread_mutex_lock(&table.lock);
    if (table.up) {
        s = table.all[table.n++] = &sockets[i];
        s->open = true;
    }
    pthread_mutex_unlock(&table.lock);
    return s;
}

static void forget(const struct socket *s)
{
    pthread_mutex_lock(&table.lock);
    for (int i = 0; i < table.n; i++) {
        if (table.all[i] == s)
            table.all[i] = table.all[--table.n];
    }
    pthread_mutex_unlock(&table.lock);
}

static bool net_send(struct socket *s, int packet)
{
    pthread_mutex_lock(&s->lock);
    bool open = s->open;
    if (open) {
        s->received++;
        s->sum += packet;
    }
    pthread_mutex_unlock(&s->lock);
    return open;
}

static void net_close(struct socket *s)
{
    pthread_mutex_lock(&s->lock);
    if (s->open) {
        s->open = false;
        forget(s);
    }
    pthread_mutex_unlock(&s->lock);
}

static int net_count(void)
{
    pthread_mutex_lock(&table.lock);
    int n = table.n;
    pthread_mutex_unlock(&table.lock);
    return n;
}

static void net_shutdown(void)
{
    pthread_mutex_lock(&table.lock);
    while (table.n > 0) {
        struct socket *s = table.all[--table.n];

        pthread_mutex_lock(&s->lock);
        s->open = false;
        pthread_mutex_unlock(&s->lock);
    }
    table.up = false;
    pthread_mutex_unlock(&table.lock);
}

static void *peer(void *argument)
{
    int me = (int)(long)argument;
    struct socket *s = net_open(me);

    if (s == NULL)
        return NULL;
    for (int i = 0; i < PACKETS; i++)
        net_send(&sockets[(me + i) % PEERS], i);
    net_close(s);
    return NULL;
}

int main(void)
{
    pthread_t t[PEERS];

    for (int i = 0; i < PEERS; i++)
        pthread_mutex_init(&sockets[i].lock, NULL);
    for (long i = 0; i < PEERS; i++)
        pthread_create(&t[i], NULL, peer, (void *)i);
    for (int i = 0; i < POLLS && net_count() < PEERS; i++)
        net_send(&sockets[i % PEERS], 0);
    net_shutdown();
    for (int i = 0; i < PEERS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < PEERS; i++)
        assert(!sockets[i].open);
    assert(net_count() == 0);
    return 0;
}
