/* accesslog.c - requests are logged to a buffer that is written out when it is
 * full.  Where the next record goes is read, and set after the record was put
 * there: two requests that end together get the same place.
 *
 * After Apache httpd's bug 25520 (mod_log_config, ap_buffered_log_writer; one
 * of those in Lu et al., Learning from Mistakes, ASPLOS 2008).
 *
 * CLASS: atomicity, read and write of an index
 * FAILS: assertion
 * CAUSE: accesslog.c:48 `int at = l->used;` where the next goes
 * CAUSE: accesslog.c:55 `l->used = at + 1;` moved on by that
 */
#include <assert.h>
#include <pthread.h>

#define WORKERS 4
#define REQUESTS 6
#define BUFFER 5
#define FILE_SIZE (WORKERS * REQUESTS)

struct record {
    int worker, request, bytes;
};
static struct log {
    struct record buffer[BUFFER];
    int used;
} transfers;
static struct {
    pthread_mutex_t lock;
    struct record records[FILE_SIZE];
    int n;
} file = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    int busy, served, bytes;
} scoreboard = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void flush(struct log *l, int n)
{
    pthread_mutex_lock(&file.lock);
    for (int i = 0; i < n && file.n < FILE_SIZE; i++)
        file.records[file.n++] = l->buffer[i];
    pthread_mutex_unlock(&file.lock);
}

static void append(struct log *l, const struct record *r)
{
    int at = l->used;

    if (at == BUFFER) {
        flush(l, at);
        at = 0;
    }
    l->buffer[at] = *r;
    l->used = at + 1;
}

static void begin(void)
{
    pthread_mutex_lock(&scoreboard.lock);
    scoreboard.busy++;
    pthread_mutex_unlock(&scoreboard.lock);
}

static void end(int bytes)
{
    pthread_mutex_lock(&scoreboard.lock);
    scoreboard.busy--;
    scoreboard.served++;
    scoreboard.bytes += bytes;
    pthread_mutex_unlock(&scoreboard.lock);
}

static void *worker(void *argument)
{
    int number = (int)(long)argument;

    for (int i = 0; i < REQUESTS; i++) {
        struct record r = { number, i, 100 * number + i };

        begin();
        append(&transfers, &r);
        end(r.bytes);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[WORKERS];
    int bytes = 0;

    for (long i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    flush(&transfers, transfers.used);
    assert(scoreboard.busy == 0 && scoreboard.served == WORKERS * REQUESTS);
    assert(file.n == WORKERS * REQUESTS);
    for (int i = 0; i < file.n; i++)
        bytes += file.records[i].bytes;
    assert(bytes == scoreboard.bytes);
    return 0;
}
