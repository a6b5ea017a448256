/* relation.c - which columns of a table are in some index is asked for by each
 * update, and kept in a cache.  Who finds nothing there opens one index after
 * the other and keeps what comes of it.  Who creates an index empties the
 * cache; but what another has collected without the new index may be put there
 * afterwards, and updates leave that index out from then on.
 *
 * After PostgreSQL's RelationGetIndexAttrBitmap (corrupt indexes made by CREATE
 * INDEX CONCURRENTLY; mended in 9.6.2, which looks again whether the list of
 * indexes is still the same).
 *
 * CLASS: order, a cache filled after it was invalidated
 * FAILS: assertion
 * CAUSE: relation.c:65 `relcache.columns = columns;` which may be old by now
 * CAUSE: relation.c:74 `relcache.valid = false;` not for who is collecting
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define UPDATERS 2
#define UPDATES 3
#define COLUMNS 6
#define INDEXES 4

static struct {
    pthread_mutex_t lock;
    int n, column[INDEXES];
} catalog = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    bool valid;
    unsigned columns;
} relcache = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    int hot, cold;
} statistics = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Returns the column of an index, -1 if there is no such index. */
static int index_open(int i)
{
    int column;

    pthread_mutex_lock(&catalog.lock);
    column = i < catalog.n ? catalog.column[i] : -1;
    pthread_mutex_unlock(&catalog.lock);
    return column;
}

static unsigned indexed_columns(void)
{
    unsigned columns = 0;
    int column;

    pthread_mutex_lock(&relcache.lock);
    if (relcache.valid) {
        columns = relcache.columns;
        pthread_mutex_unlock(&relcache.lock);
        return columns;
    }
    pthread_mutex_unlock(&relcache.lock);
    for (int i = 0; (column = index_open(i)) >= 0; i++)
        columns |= 1u << column;
    pthread_mutex_lock(&relcache.lock);
    relcache.columns = columns;
    relcache.valid = true;
    pthread_mutex_unlock(&relcache.lock);
    return columns;
}

static void invalidate(void)
{
    pthread_mutex_lock(&relcache.lock);
    relcache.valid = false;
    pthread_mutex_unlock(&relcache.lock);
}

static void create_index(int column)
{
    pthread_mutex_lock(&catalog.lock);
    catalog.column[catalog.n++] = column;
    pthread_mutex_unlock(&catalog.lock);
    invalidate();
}

/* Returns whether an index has to be changed too. */
static bool update(int column)
{
    bool cold = (indexed_columns() & 1u << column) != 0;

    pthread_mutex_lock(&statistics.lock);
    if (cold)
        statistics.cold++;
    else
        statistics.hot++;
    pthread_mutex_unlock(&statistics.lock);
    return cold;
}

static void *updater(void *argument)
{
    int id = (int)(long)argument;

    for (int i = 0; i < UPDATES; i++)
        update((id + i) % COLUMNS);
    return NULL;
}

static void *administrator(void *unused)
{
    for (int column = 3; column < 5; column++) {
        create_index(column);
        assert(update(column));
    }
    return unused;
}

int main(void)
{
    pthread_t u[UPDATERS], a;

    create_index(0);
    for (long i = 0; i < UPDATERS; i++)
        pthread_create(&u[i], NULL, updater, (void *)i);
    pthread_create(&a, NULL, administrator, NULL);
    for (int i = 0; i < UPDATERS; i++)
        pthread_join(u[i], NULL);
    pthread_join(a, NULL);
    assert(indexed_columns() == (1u << 0 | 1u << 3 | 1u << 4));
    assert(statistics.hot + statistics.cold == UPDATERS * UPDATES + 2);
    return 0;
}
