/* handles.c - a server that polls for events and handles a batch of them at a
 * time, by descriptor.  A connection may be closed by another thread, because
 * it was silent for too long, while an event of it is in the batch; if the
 * descriptor has been given to a new connection by then, that one is hung up.
 *
 * After re, the library of baresip (creytiv/re, pull request 266); nginx has
 * the bit `instance` in its events for this reason.
 *
 * CLASS: ABA, of a descriptor, three threads
 * FAILS: assertion
 * CAUSE: handles.c:110 `batch[i] = pending[i];` with the descriptor only
 * CAUSE: handles.c:59 `c->open = false;` which is closed
 * CAUSE: handles.c:49 `return fd;` and given to another
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define DESCRIPTORS 3
#define CLIENTS 9
#define PENDING (CLIENTS * 3)
#define SCANS 7
#define SILENCE 2 /* scans */

enum what { READABLE, HANGUP };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static struct connection {
    bool open;
    int client, silent;
} connections[DESCRIPTORS];
static struct event {
    int fd;
    enum what what;
} pending[PENDING];
static int n_pending;
static bool finished, gone[CLIENTS];
static atomic_int requests, refused;

/* The lowest free one, as open() has it; -1 if there is none. */
static int accept_client(int client)
{
    for (int fd = 0; fd < DESCRIPTORS; fd++) {
        if (connections[fd].open)
            continue;
        connections[fd] = (struct connection){ .open = true, .client = client };
        return fd;
    }
    return -1;
}

/* Its events are gone with it. */
static void close_connection(struct connection *c)
{
    int n = 0;

    c->open = false;
    for (int i = 0; i < n_pending; i++) {
        if (pending[i].fd != c - connections)
            pending[n++] = pending[i];
    }
    n_pending = n;
}

static void event(int client, int fd, enum what what)
{
    pthread_mutex_lock(&lock);
    if (connections[fd].open && connections[fd].client == client) {
        pending[n_pending++] = (struct event){ fd, what };
        gone[client] = what == HANGUP;
        pthread_cond_signal(&ready);
    }
    pthread_mutex_unlock(&lock);
}

static void *network(void *unused)
{
    for (int client = 0; client < CLIENTS; client++) {
        pthread_mutex_lock(&lock);
        int fd = accept_client(client);
        pthread_mutex_unlock(&lock);
        if (fd < 0) {
            refused++;
            continue;
        }
        event(client, fd, READABLE);
        if (client % 3 == 0)
            event(client, fd, READABLE);
        if (client % 2 == 0)
            event(client, fd, HANGUP);
    }
    pthread_mutex_lock(&lock);
    finished = true;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return unused;
}

static int poll_events(struct event batch[])
{
    int n;

    pthread_mutex_lock(&lock);
    while (n_pending == 0 && !finished)
        pthread_cond_wait(&ready, &lock);
    n = n_pending;
    for (int i = 0; i < n; i++)
        batch[i] = pending[i];
    n_pending = 0;
    pthread_mutex_unlock(&lock);
    return n;
}

static void handle(struct event e)
{
    struct connection *c = &connections[e.fd];

    pthread_mutex_lock(&lock);
    if (c->open && e.what == READABLE) {
        c->silent = 0;
        requests++;
    } else if (c->open) {
        assert(gone[c->client]);
        close_connection(c);
    }
    pthread_mutex_unlock(&lock);
}

static void *server(void *unused)
{
    struct event batch[PENDING];
    int n;

    while ((n = poll_events(batch)) > 0) {
        for (int i = 0; i < n; i++)
            handle(batch[i]);
    }
    return unused;
}

static void *janitor(void *unused)
{
    for (int i = 0; i < SCANS; i++) {
        pthread_mutex_lock(&lock);
        for (int fd = 0; fd < DESCRIPTORS; fd++) {
            struct connection *c = &connections[fd];

            if (c->open && ++c->silent > SILENCE)
                close_connection(c);
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t n, s, j;

    pthread_create(&s, NULL, server, NULL);
    pthread_create(&j, NULL, janitor, NULL);
    pthread_create(&n, NULL, network, NULL);
    pthread_join(n, NULL);
    pthread_join(s, NULL);
    pthread_join(j, NULL);
    assert(refused < CLIENTS);
    return 0;
}
