/* rotation.c - a database server writes each change to a log of its own, if
 * there is one open.  When the log is flushed the file is closed and the next
 * one opened, with the lock of the log; but whether it is open at all is asked
 * without, and who asks just then logs nothing.
 *
 * After MySQL's bug 791 (MYSQL_LOG::new_file; mysql-791 in Yu's collection,
 * jieyu/concurrency-bugs on GitHub).
 *
 * CLASS: atomicity, one variable, closed and opened again
 * FAILS: assertion
 * CAUSE: rotation.c:47 `binary_log.open = false;` though it is to be opened
 * CAUSE: rotation.c:77 `if (log_is_open())` asks without the lock
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SESSIONS 3
#define STATEMENTS 4
#define FLUSHES 2

static struct {
    pthread_mutex_t lock;
    atomic_bool open;
    int file, position, events;
} binary_log = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    int rows, sum;
} table = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool log_is_open(void)
{
    return binary_log.open;
}

static void log_open(void)
{
    binary_log.position = 4;
    binary_log.open = true;
}

static void log_close(void)
{
    binary_log.position = 0;
    binary_log.open = false;
}

static void log_write(int length)
{
    pthread_mutex_lock(&binary_log.lock);
    if (binary_log.open) {
        binary_log.position += length;
        binary_log.events++;
    }
    pthread_mutex_unlock(&binary_log.lock);
}

static void log_new_file(void)
{
    pthread_mutex_lock(&binary_log.lock);
    if (binary_log.open) {
        log_close();
        binary_log.file++;
        log_open();
    }
    pthread_mutex_unlock(&binary_log.lock);
}

static void insert(int value)
{
    pthread_mutex_lock(&table.lock);
    table.rows++;
    table.sum += value;
    pthread_mutex_unlock(&table.lock);
    if (log_is_open())
        log_write(20 + value);
}

static void *session(void *argument)
{
    int id = (int)(long)argument;

    for (int i = 0; i < STATEMENTS; i++)
        insert(10 * id + i);
    return NULL;
}

static void *flusher(void *unused)
{
    for (int i = 0; i < FLUSHES; i++)
        log_new_file();
    return unused;
}

int main(void)
{
    pthread_t sessions[SESSIONS], f;

    log_open();
    for (long i = 0; i < SESSIONS; i++)
        pthread_create(&sessions[i], NULL, session, (void *)i);
    pthread_create(&f, NULL, flusher, NULL);
    for (int i = 0; i < SESSIONS; i++)
        pthread_join(sessions[i], NULL);
    pthread_join(f, NULL);
    assert(binary_log.file == FLUSHES);
    assert(table.rows == SESSIONS * STATEMENTS);
    assert(binary_log.events == table.rows);
    return 0;
}
