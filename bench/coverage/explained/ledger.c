/* ledger.c - one of two writers takes the lock of another table.
 *
 * CLASS: wrong lock
 * FAILS: assertion
 * CAUSE: ledger.c:25 `pthread_mutex_lock(&index_lock);` the lock of keys
 * CAUSE: ledger.c:27 `entries++;` not guarded by that
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t book = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t index_lock = PTHREAD_MUTEX_INITIALIZER;
static int entries, keys;

static void *post(void *arg)
{
    pthread_mutex_lock(&book);
    entries++;
    pthread_mutex_unlock(&book);
    return arg;
}

static void *import(void *arg)
{
    pthread_mutex_lock(&index_lock);
    keys++;
    entries++;
    pthread_mutex_unlock(&index_lock);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { post, post, import };
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(entries == 3 && keys == 1);
    return 0;
}
