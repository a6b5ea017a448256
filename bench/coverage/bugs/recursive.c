/* recursive.c - a lock that its owner may take again, made of one that is held
 * meanwhile and another one that guards who the owner is.  Who comes first asks
 * with the second whether it is the owner, and then waits for the first with
 * the second still held; the owner needs that one to leave.
 *
 * After SQLite 3.3.0 (ticket 1672, sqlite3UnixEnterMutex with mutexMain and
 * mutexAux; in Jula et al., Deadlock Immunity, OSDI 2008).
 *
 * CLASS: deadlock of two locks, within a recursive lock
 * FAILS: deadlock
 * CAUSE: recursive.c:36 `pthread_mutex_lock(&main_lock);` with the other held
 * CAUSE: recursive.c:47 `pthread_mutex_lock(&aux_lock);` to leave
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define CONNECTIONS 3
#define STATEMENTS 3
#define PAGES 4

static pthread_mutex_t main_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t aux_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner;
static bool owned;
static int depth;

static struct {
    int pages[PAGES], open, shared;
} database;

static void mutex_enter(void)
{
    pthread_mutex_lock(&aux_lock);
    if (!owned || !pthread_equal(owner, pthread_self())) {
        pthread_mutex_lock(&main_lock);
        assert(!owned && depth == 0);
        owner = pthread_self();
        owned = true;
    }
    depth++;
    pthread_mutex_unlock(&aux_lock);
}

static void mutex_leave(void)
{
    pthread_mutex_lock(&aux_lock);
    assert(owned && pthread_equal(owner, pthread_self()));
    depth--;
    if (depth == 0) {
        owned = false;
        pthread_mutex_unlock(&main_lock);
    }
    pthread_mutex_unlock(&aux_lock);
}

static void lock_shared(void)
{
    mutex_enter();
    database.shared++;
    mutex_leave();
}

static void unlock_shared(void)
{
    mutex_enter();
    database.shared--;
    mutex_leave();
}

static void file_open(void)
{
    mutex_enter();
    database.open++;
    lock_shared();
    mutex_leave();
}

static void file_close(void)
{
    mutex_enter();
    unlock_shared();
    database.open--;
    mutex_leave();
}

static void *connection(void *argument)
{
    int id = (int)(long)argument;

    file_open();
    for (int i = 0; i < STATEMENTS; i++) {
        mutex_enter();
        database.pages[(id + i) % PAGES]++;
        mutex_leave();
    }
    file_close();
    return NULL;
}

int main(void)
{
    pthread_t c[CONNECTIONS];
    int written = 0;

    for (long i = 0; i < CONNECTIONS; i++)
        pthread_create(&c[i], NULL, connection, (void *)i);
    for (int i = 0; i < CONNECTIONS; i++)
        pthread_join(c[i], NULL);
    for (int i = 0; i < PAGES; i++)
        written += database.pages[i];
    assert(written == CONNECTIONS * STATEMENTS);
    assert(database.open == 0 && database.shared == 0);
    return 0;
}
