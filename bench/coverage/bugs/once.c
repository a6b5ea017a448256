/* once.c - what is to be done once is done by who comes first, and the others
 * wait for a lock that is made for this only: when it is done, the last of them
 * gives the lock back.  Who was about to wait, and has not said so yet, finds
 * no lock, makes one, and does it again.
 *
 * After PulseAudio's pa_once ("once: Fix race causing pa_once to run twice";
 * since then the lock stays, and who has it asks again whether it is done).
 *
 * CLASS: double-checked locking, the lock goes before all have come
 * FAILS: assertion
 * CAUSE: once.c:82 `if (o->done)` is not asked again
 * CAUSE: once.c:73 `o->gate = NULL;` as if nobody could come any more
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define STREAMS 3
#define GATES (2 * STREAMS + 2)
#define FORMATS 3
#define PORTS 2

struct gate {
    pthread_mutex_t lock;
    bool used;
};
struct once {
    atomic_int done, users;
    _Atomic(struct gate *) gate;
};
static struct {
    pthread_mutex_t lock;
    struct gate gates[GATES];
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct once formats_once, ports_once;
static struct {
    int n, rates[2 * FORMATS];
} formats;
static struct {
    int n, latency;
} ports;

static struct gate *gate_new(void)
{
    struct gate *g = pool.gates;

    pthread_mutex_lock(&pool.lock);
    while (g->used)
        g++;
    assert(g < pool.gates + GATES);
    g->used = true;
    pthread_mutex_unlock(&pool.lock);
    return g;
}

static void gate_free(struct gate *g)
{
    pthread_mutex_lock(&pool.lock);
    g->used = false;
    pthread_mutex_unlock(&pool.lock);
}

static void once_end(struct once *o)
{
    struct gate *g = o->gate;

    assert(g != NULL);
    o->done = 1;
    pthread_mutex_unlock(&g->lock);
    if (--o->users == 0) {
        o->gate = NULL;
        gate_free(g);
    }
}

static bool once_begin(struct once *o)
{
    struct gate *g, *none = NULL;

    if (o->done)
        return false;
    o->users++;
    g = o->gate;
    if (g == NULL) {
        /* Locked before others see it, so that they wait. */
        g = gate_new();
        pthread_mutex_lock(&g->lock);
        if (atomic_compare_exchange_strong(&o->gate, &none, g))
            return true;
        pthread_mutex_unlock(&g->lock);
        gate_free(g);
        g = none;
    }
    pthread_mutex_lock(&g->lock);
    assert(o->done);
    once_end(o);
    return false;
}

static void load_formats(void)
{
    for (int i = 0; i < FORMATS; i++)
        formats.rates[formats.n++] = 44100 + i;
}

static void load_ports(void)
{
    ports.latency += 20;
    ports.n += PORTS;
}

static void *stream(void *unused)
{
    if (once_begin(&formats_once)) {
        load_formats();
        once_end(&formats_once);
    }
    assert(formats.n == FORMATS);
    if (once_begin(&ports_once)) {
        load_ports();
        once_end(&ports_once);
    }
    assert(ports.n == PORTS && ports.latency == 20);
    return unused;
}

int main(void)
{
    pthread_t t[STREAMS];

    for (int i = 0; i < GATES; i++)
        pthread_mutex_init(&pool.gates[i].lock, NULL);
    for (int i = 0; i < STREAMS; i++)
        pthread_create(&t[i], NULL, stream, NULL);
    for (int i = 0; i < STREAMS; i++)
        pthread_join(t[i], NULL);
    assert(formats.n == FORMATS && ports.n == PORTS);
    return 0;
}
