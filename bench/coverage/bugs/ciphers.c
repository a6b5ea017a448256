/* ciphers.c - a library for transfers is made ready by the first who begins to
 * use it, and those who begin later are only counted.  But they are counted,
 * and go on, as soon as the first has begun to make it ready.
 *
 * After curl's curl_global_init (`if(initialized++) return CURLE_OK;`; issue
 * 8681, mended by pull request 8680 with a lock).
 *
 * CLASS: initialisation by the first, taken as done when it is begun
 * FAILS: assertion
 * CAUSE: ciphers.c:52 `if (users++ > 0)` some other one has begun, no more
 * CAUSE: ciphers.c:47 `ciphers.n = SUITES;` is ready only now
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define TRANSFERS 4
#define REQUESTS 3
#define SUITES 5

struct handle {
    int host, suite, bytes;
};
static atomic_int users;
static struct {
    atomic_int timeout, attempts;
} resolver;
static struct {
    atomic_int n;
    int suites[SUITES];
} ciphers;
static struct {
    pthread_mutex_t lock;
    int open, peak, done;
} connections = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void resolver_init(void)
{
    resolver.timeout = 30;
    resolver.attempts = 3;
}

static void ciphers_init(void)
{
    for (int i = 0; i < SUITES; i++)
        ciphers.suites[i] = 0x1300 + i;
    ciphers.n = SUITES;
}

static void library_init(void)
{
    if (users++ > 0)
        return;
    resolver_init();
    ciphers_init();
}

static void library_cleanup(void)
{
    if (--users > 0)
        return;
    ciphers.n = 0;
}

static void handle_init(struct handle *h, int host)
{
    h->host = host;
    h->suite = h->bytes = 0;
    library_init();
}

static void connection_open(void)
{
    pthread_mutex_lock(&connections.lock);
    connections.open++;
    if (connections.open > connections.peak)
        connections.peak = connections.open;
    pthread_mutex_unlock(&connections.lock);
}

static void connection_close(void)
{
    pthread_mutex_lock(&connections.lock);
    connections.open--;
    connections.done++;
    pthread_mutex_unlock(&connections.lock);
}

static void negotiate(struct handle *h)
{
    for (int i = 0; i < ciphers.n && h->suite == 0; i++) {
        if (ciphers.suites[i] % 3 == h->host % 3)
            h->suite = ciphers.suites[i];
    }
    assert(h->suite != 0);
}

static void *transfer(void *argument)
{
    struct handle h;

    handle_init(&h, (int)(long)argument);
    for (int i = 0; i < REQUESTS; i++) {
        connection_open();
        negotiate(&h);
        h.bytes += 512;
        connection_close();
    }
    assert(h.bytes == REQUESTS * 512);
    return NULL;
}

int main(void)
{
    pthread_t t[TRANSFERS];

    for (long i = 0; i < TRANSFERS; i++)
        pthread_create(&t[i], NULL, transfer, (void *)i);
    for (int i = 0; i < TRANSFERS; i++)
        pthread_join(t[i], NULL);
    assert(connections.open == 0 && connections.peak > 0);
    assert(connections.done == TRANSFERS * REQUESTS);
    for (int i = 0; i < TRANSFERS; i++)
        library_cleanup();
    assert(ciphers.n == 0);
    return 0;
}
