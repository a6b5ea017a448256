/* sink.c - a radio at a serial line, which is used with a lock: by a thread
 * that polls for what was received, and by who has something to send.  Who gets
 * no answer takes it for dead and closes it, that is, waits for the poller to
 * end; and has the lock, which the poller may be waiting for.
 *
 * After Wirepas's c-mesh-api (pull request 72: the lock is released before
 * Platform_close); libiec61850's issue 615 is the same.
 *
 * CLASS: deadlock of a lock and a join
 * FAILS: deadlock
 * CAUSE: sink.c:86 `sink_close();` with the lock
 * CAUSE: sink.c:69 `pthread_join(sink.poller, NULL);` waits for the poller
 * CAUSE: sink.c:53 `pthread_mutex_lock(&sink.lock);` which waits for the lock
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define CLIENTS 2
#define SENDS 5
#define POLLS 6
#define LIFE (POLLS + SENDS) /* frames until the radio is dead */

static struct {
    pthread_mutex_t lock;
    pthread_t poller;
    atomic_bool stop;
    bool closed;
    int frames, polled, sent;
} sink = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    int given_up, closed;
} statistics = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void count(int *what)
{
    pthread_mutex_lock(&statistics.lock);
    (*what)++;
    pthread_mutex_unlock(&statistics.lock);
}

/* Returns whether there was an answer. */
static bool exchange_frame(void)
{
    return ++sink.frames <= LIFE;
}

static void *poll_sink(void *unused)
{
    for (int i = 0; i < POLLS && !sink.stop; i++) {
        pthread_mutex_lock(&sink.lock);
        if (exchange_frame())
            sink.polled++;
        pthread_mutex_unlock(&sink.lock);
    }
    return unused;
}

static void sink_open(void)
{
    pthread_create(&sink.poller, NULL, poll_sink, NULL);
}

static void sink_close(void)
{
    sink.stop = true;
    pthread_join(sink.poller, NULL);
    count(&statistics.closed);
}

static bool sink_send(void)
{
    pthread_mutex_lock(&sink.lock);
    if (sink.closed) {
        pthread_mutex_unlock(&sink.lock);
        return false;
    }
    if (exchange_frame()) {
        sink.sent++;
        pthread_mutex_unlock(&sink.lock);
        return true;
    }
    sink.closed = true;
    sink_close();
    pthread_mutex_unlock(&sink.lock);
    return false;
}

static void *client(void *unused)
{
    for (int i = 0; i < SENDS; i++) {
        if (sink_send())
            continue;
        count(&statistics.given_up);
        break;
    }
    return unused;
}

int main(void)
{
    pthread_t t[CLIENTS];

    sink_open();
    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&t[i], NULL, client, NULL);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(t[i], NULL);
    if (!sink.closed)
        sink_close();
    assert(statistics.closed == 1 && statistics.given_up <= CLIENTS);
    assert(sink.polled + sink.sent <= LIFE);
    return 0;
}
