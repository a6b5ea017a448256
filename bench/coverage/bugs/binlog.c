/* binlog.c - a log in several files with an index of them.  Who purges has
 * the index and visits the connections; who shows a connection's settings has
 * that one and asks the log for its size; who lists has the log and reads the
 * index.
 *
 * After MySQL's bug 94664 (LOCK_index, LOCK_thd_data and LOCK_log).
 *
 * CLASS: deadlock of three locks
 * FAILS: deadlock
 * CAUSE: binlog.c:80 `pthread_mutex_lock(&c->lock);` to adjust, has the index
 * CAUSE: binlog.c:53 `pthread_mutex_lock(&log_lock);` for its size, has c
 * CAUSE: binlog.c:64 `pthread_mutex_lock(&index_lock);` to list, has the log
 */
#include <assert.h>
#include <pthread.h>

#define CONNECTIONS 3
#define WRITES 6
#define FILE_SIZE 4
#define FILES (WRITES * CONNECTIONS)

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t index_lock = PTHREAD_MUTEX_INITIALIZER;
static int size, written;               /* of the log */
static int first, last, lengths[FILES]; /* of the index */
static struct connection {
    pthread_mutex_t lock;
    int file, shown;
} connections[CONNECTIONS];

/* The log's lock comes before the index's. */
static void rotate(void)
{
    pthread_mutex_lock(&index_lock);
    lengths[last++] = size;
    pthread_mutex_unlock(&index_lock);
    size = 0;
}

static void append(void)
{
    pthread_mutex_lock(&log_lock);
    written++;
    if (++size == FILE_SIZE)
        rotate();
    pthread_mutex_unlock(&log_lock);
}

static void show_settings(struct connection *c)
{
    pthread_mutex_lock(&c->lock);
    c->shown++;
    pthread_mutex_lock(&log_lock);
    assert(size < FILE_SIZE);
    pthread_mutex_unlock(&log_lock);
    pthread_mutex_unlock(&c->lock);
}

static int list(void)
{
    int sum = 0;

    pthread_mutex_lock(&log_lock);
    pthread_mutex_lock(&index_lock);
    for (int i = first; i < last; i++)
        sum += lengths[i];
    pthread_mutex_unlock(&index_lock);
    sum += size;
    pthread_mutex_unlock(&log_lock);
    return sum;
}

static void purge(void)
{
    pthread_mutex_lock(&index_lock);
    first = last;
    for (int i = 0; i < CONNECTIONS; i++) {
        struct connection *c = &connections[i];

        pthread_mutex_lock(&c->lock);
        c->file = first;
        pthread_mutex_unlock(&c->lock);
    }
    pthread_mutex_unlock(&index_lock);
}

static void *writer(void *argument)
{
    for (int i = 0; i < WRITES; i++)
        append();
    show_settings(argument);
    return NULL;
}

static void *administrator(void *unused)
{
    for (int i = 0; i < 2; i++)
        assert(list() <= WRITES * CONNECTIONS);
    return unused;
}

static void *janitor(void *unused)
{
    purge();
    return unused;
}

int main(void)
{
    pthread_t a, j, t[CONNECTIONS];

    for (int i = 0; i < CONNECTIONS; i++)
        pthread_mutex_init(&connections[i].lock, NULL);
    for (int i = 0; i < CONNECTIONS; i++)
        pthread_create(&t[i], NULL, writer, &connections[i]);
    pthread_create(&a, NULL, administrator, NULL);
    pthread_create(&j, NULL, janitor, NULL);
    for (int i = 0; i < CONNECTIONS; i++)
        pthread_join(t[i], NULL);
    pthread_join(a, NULL);
    pthread_join(j, NULL);
    assert(written == WRITES * CONNECTIONS);
    return 0;
}
