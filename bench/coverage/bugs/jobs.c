/* jobs.c - a stream is compressed in jobs by several threads.  What depends on
 * the order, like the checksum, is done by each when it is its turn, and then
 * it is the next one's.  A job that gets no buffer has failed, and is told to
 * who gave it; but those after it still wait for it to take its turn.
 *
 * After zstd's zstdmt_compress.c (ZSTDMT_serialState_ensureFinished, with which
 * a job that has failed is skipped, left out); FFmpeg's frame threads had it in
 * many decoders (no ff_thread_report_progress when a frame is damaged).
 *
 * CLASS: missed signal, where it fails
 * FAILS: lost-wakeup
 * CAUSE: jobs.c:74 `return false;` and its turn never comes
 * CAUSE: jobs.c:61 `while (serial.next < job)` waits for it
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define WORKERS 3
#define JOBS 6
#define BUFFERS 2

static struct {
    pthread_mutex_t lock;
    int free;
} buffers = { .lock = PTHREAD_MUTEX_INITIALIZER, .free = BUFFERS };
static struct {
    pthread_mutex_t lock;
    pthread_cond_t turn;
    int next;
    unsigned checksum;
} serial = { .lock = PTHREAD_MUTEX_INITIALIZER,
             .turn = PTHREAD_COND_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    int next;
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER };
static int sizes[JOBS]; /* compressed; -1 if it has failed */

static bool buffer_get(void)
{
    bool there;

    pthread_mutex_lock(&buffers.lock);
    there = buffers.free > 0;
    buffers.free -= there;
    pthread_mutex_unlock(&buffers.lock);
    return there;
}

static void buffer_put(void)
{
    pthread_mutex_lock(&buffers.lock);
    buffers.free++;
    pthread_mutex_unlock(&buffers.lock);
}

static void serial_update(int job, unsigned data)
{
    pthread_mutex_lock(&serial.lock);
    while (serial.next < job)
        pthread_cond_wait(&serial.turn, &serial.lock);
    if (serial.next == job) {
        serial.checksum = serial.checksum * 31 + data;
        serial.next++;
        pthread_cond_broadcast(&serial.turn);
    }
    pthread_mutex_unlock(&serial.lock);
}

static bool compress(int job, unsigned data)
{
    if (!buffer_get())
        return false;
    serial_update(job, data);
    sizes[job] = 1 + data % 7;
    buffer_put();
    return true;
}

static int take(void)
{
    int job;

    pthread_mutex_lock(&queue.lock);
    job = queue.next < JOBS ? queue.next++ : -1;
    pthread_mutex_unlock(&queue.lock);
    return job;
}

static void *worker(void *unused)
{
    int job;

    while ((job = take()) >= 0) {
        if (!compress(job, 1000 + job))
            sizes[job] = -1;
    }
    return unused;
}

int main(void)
{
    pthread_t workers[WORKERS];
    unsigned checksum = 0;
    int failed = 0;

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, worker, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    for (int i = 0; i < JOBS; i++) {
        checksum = checksum * 31 + 1000 + i;
        failed += sizes[i] < 0;
        assert(sizes[i] != 0);
    }
    assert(buffers.free == BUFFERS);
    assert(failed > 0 || serial.checksum == checksum);
    return 0;
}
