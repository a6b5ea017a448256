/* backfill.c - what is committed is appended to a log, and a checkpoint copies
 * from there to the database and notes how far it came.  When all of the log
 * was copied the next commit begins it anew.  A checkpoint reads how long the
 * log is before it has locked out who does that; if there is a new log by then
 * it notes for that one how long the old one was, and what is appended up to
 * there is never copied.
 *
 * After SQLite's "WAL-reset bug" (3.7.0 to 3.51.2, mended in 3.51.3;
 * https://www.sqlite.org/wal.html#walresetbug).
 *
 * CLASS: stale snapshot, of a log that was begun anew
 * FAILS: assertion
 * CAUSE: backfill.c:83 `struct header h = header_read();` of the log as it was
 * CAUSE: backfill.c:89 `backfilled = h.frames;` though there may be another
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PAGES 3
#define COMMITS 5
#define CHECKPOINTS 2

struct header {
    int generation, frames;
};
static pthread_mutex_t write_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checkpoint_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t restart_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t header_lock = PTHREAD_MUTEX_INITIALIZER;
static struct header header;
static atomic_int backfilled;
static struct frame {
    int page, value;
} frames[COMMITS];
static int database[PAGES], committed[PAGES];

static struct header header_read(void)
{
    struct header h;

    pthread_mutex_lock(&header_lock);
    h = header;
    pthread_mutex_unlock(&header_lock);
    return h;
}

static void header_write(struct header h)
{
    pthread_mutex_lock(&header_lock);
    header = h;
    pthread_mutex_unlock(&header_lock);
}

/* Only who has the lock to write changes the header. */
static void restart(struct header *h)
{
    pthread_mutex_lock(&restart_lock);
    h->generation++;
    h->frames = 0;
    backfilled = 0;
    header_write(*h);
    pthread_mutex_unlock(&restart_lock);
}

static void commit(int page, int value)
{
    struct header h;

    pthread_mutex_lock(&write_lock);
    h = header_read();
    if (h.frames > 0 && backfilled == h.frames)
        restart(&h);
    frames[h.frames++] = (struct frame){ page, value };
    header_write(h);
    committed[page] = value;
    pthread_mutex_unlock(&write_lock);
}

static void checkpoint(void)
{
    pthread_mutex_lock(&checkpoint_lock);
    struct header h = header_read();

    if (backfilled < h.frames) {
        pthread_mutex_lock(&restart_lock);
        for (int i = backfilled; i < h.frames; i++)
            database[frames[i].page] = frames[i].value;
        backfilled = h.frames;
        pthread_mutex_unlock(&restart_lock);
    }
    pthread_mutex_unlock(&checkpoint_lock);
}

static void *writer(void *unused)
{
    for (int i = 0; i < COMMITS; i++)
        commit(i % PAGES, 100 + i);
    return unused;
}

static void *checkpointer(void *unused)
{
    for (int i = 0; i < CHECKPOINTS; i++)
        checkpoint();
    return unused;
}

int main(void)
{
    pthread_t w, c, d;

    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&c, NULL, checkpointer, NULL);
    pthread_create(&d, NULL, checkpointer, NULL);
    pthread_join(w, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    checkpoint();
    for (int i = 0; i < PAGES; i++)
        assert(database[i] == committed[i]);
    return 0;
}
