/* checkpoint.c - a server thread saves the tables whenever enough was written,
 * until the database is closed: it asks whether it still runs, works, and then
 * waits.  Who closes while it works has signalled nobody.
 *
 * After WiredTiger's checkpoint server (pull request 1673: the wait moved to
 * the beginning of the loop).
 *
 * CLASS: missed signal
 * FAILS: lost-wakeup
 * CAUSE: checkpoint.c:52 `while (running) {` asked before the work
 * CAUSE: checkpoint.c:87 `running = false;` comes after that
 * CAUSE: checkpoint.c:55 `pthread_cond_wait(&wake, &wake_lock);` in any case
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SESSIONS 3
#define WRITES 10
#define TABLES 4
#define ENOUGH 8 /* writes between two checkpoints */

static struct table {
    pthread_mutex_t lock;
    int rows, saved;
} tables[TABLES];
static pthread_mutex_t wake_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static atomic_bool running = true;
static atomic_int written;

static void save(void)
{
    for (int i = 0; i < TABLES; i++) {
        pthread_mutex_lock(&tables[i].lock);
        tables[i].saved = tables[i].rows;
        pthread_mutex_unlock(&tables[i].lock);
    }
}

/* A call that finds it at work is made good by the next. */
static void call_server(void)
{
    pthread_mutex_lock(&wake_lock);
    pthread_cond_signal(&wake);
    pthread_mutex_unlock(&wake_lock);
}

static void *server(void *unused)
{
    while (running) {
        save();
        pthread_mutex_lock(&wake_lock);
        pthread_cond_wait(&wake, &wake_lock);
        pthread_mutex_unlock(&wake_lock);
    }
    return unused;
}

static void *session(void *argument)
{
    for (int i = 0; i < WRITES; i++) {
        struct table *t = &tables[((long)argument + i) % TABLES];

        pthread_mutex_lock(&t->lock);
        t->rows++;
        pthread_mutex_unlock(&t->lock);
        if (++written % ENOUGH == 0)
            call_server();
    }
    return NULL;
}

int main(void)
{
    pthread_t s, t[SESSIONS];
    int rows = 0;

    for (int i = 0; i < TABLES; i++)
        pthread_mutex_init(&tables[i].lock, NULL);
    pthread_create(&s, NULL, server, NULL);
    for (long i = 0; i < SESSIONS; i++)
        pthread_create(&t[i], NULL, session, (void *)i);
    for (int i = 0; i < SESSIONS; i++)
        pthread_join(t[i], NULL);
    running = false;
    call_server();
    pthread_join(s, NULL);
    save();
    for (int i = 0; i < TABLES; i++)
        rows += tables[i].saved;
    assert(rows == SESSIONS * WRITES);
    return 0;
}
