/* stripes.c - a hash set with a lock for each bucket, which a thread of its
 * own makes larger with all locks held.  Who waits for a lock meanwhile gets
 * the one that was right before: the bucket has another now.
 *
 * After the check that a striped table needs when a lock has come (Herlihy and
 * Shavit, The Art of Multiprocessor Programming, 13.2.3, acquire), left out;
 * the thread and its condition are like memcached's assoc.c.
 *
 * CLASS: wrong lock, of three threads
 * FAILS: assertion
 * CAUSE: stripes.c:85 `pthread_mutex_t *lock = &locks[key % n_buckets];` chosen
 * CAUSE: stripes.c:52 `n_buckets *= 2;` is another one's from here on
 * CAUSE: stripes.c:89 `b->keys[b->n++] = key;` with the wrong lock
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define ADDERS 4
#define EACH 6
#define KEYS (ADDERS * EACH)
#define MAX_BUCKETS 16

static struct bucket {
    int keys[KEYS], n;
} buckets[MAX_BUCKETS];
static pthread_mutex_t locks[MAX_BUCKETS];
static atomic_int n_buckets = 2, n_keys;
static pthread_mutex_t care_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t care = PTHREAD_COND_INITIALIZER;
static bool crowded, closing;

static void grow(void)
{
    int n = n_buckets;

    for (int i = 0; i < n; i++)
        pthread_mutex_lock(&locks[i]);
    for (int i = 0; i < n; i++) {
        struct bucket *b = &buckets[i], *split = &buckets[i + n];
        int kept = 0;

        for (int j = 0; j < b->n; j++) {
            if (b->keys[j] % (2 * n) == i)
                b->keys[kept++] = b->keys[j];
            else
                split->keys[split->n++] = b->keys[j];
        }
        b->n = kept;
    }
    n_buckets *= 2;
    for (int i = 0; i < n; i++)
        pthread_mutex_unlock(&locks[i]);
}

static void *keeper(void *unused)
{
    pthread_mutex_lock(&care_lock);
    while (!closing) {
        if (!crowded) {
            pthread_cond_wait(&care, &care_lock);
            continue;
        }
        crowded = false;
        pthread_mutex_unlock(&care_lock);
        if (n_buckets < MAX_BUCKETS)
            grow();
        pthread_mutex_lock(&care_lock);
    }
    pthread_mutex_unlock(&care_lock);
    return unused;
}

static void tell(bool *what)
{
    pthread_mutex_lock(&care_lock);
    *what = true;
    pthread_cond_signal(&care);
    pthread_mutex_unlock(&care_lock);
}

static void add(int key)
{
    pthread_mutex_t *lock = &locks[key % n_buckets];

    pthread_mutex_lock(lock);
    struct bucket *b = &buckets[key % n_buckets];
    b->keys[b->n++] = key;
    pthread_mutex_unlock(lock);
    if (++n_keys > 2 * n_buckets)
        tell(&crowded);
}

static bool contains(int key)
{
    struct bucket *b = &buckets[key % n_buckets];
    bool found = false;

    for (int i = 0; i < b->n && !found; i++)
        found = b->keys[i] == key;
    return found;
}

static void *adder(void *argument)
{
    for (int i = 0; i < EACH; i++)
        add((int)(long)argument * EACH + i);
    return NULL;
}

int main(void)
{
    pthread_t k, t[ADDERS];

    for (int i = 0; i < MAX_BUCKETS; i++)
        pthread_mutex_init(&locks[i], NULL);
    pthread_create(&k, NULL, keeper, NULL);
    for (long i = 0; i < ADDERS; i++)
        pthread_create(&t[i], NULL, adder, (void *)i);
    for (int i = 0; i < ADDERS; i++)
        pthread_join(t[i], NULL);
    tell(&closing);
    pthread_join(k, NULL);
    for (int i = 0; i < KEYS; i++)
        assert(contains(i));
    return 0;
}
