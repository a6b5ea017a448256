/* evictor.c - a pool of sessions and the factory that makes them, with a lock
 * each.  Who throws out stale sessions has the pool and asks the factory; who
 * changes the password has the factory and clears the pool.
 *
 * After Apache Commons Pool and DBCP (DBCP-44 and POOL-125; since then no
 * method of the factory is called with the pool's lock held).
 *
 * CLASS: deadlock of two locks
 * FAILS: deadlock
 * CAUSE: evictor.c:82 `pthread_mutex_lock(&pool.lock);` to evict
 * CAUSE: evictor.c:52 `pthread_mutex_lock(&factory.lock);` to check, in that
 * CAUSE: evictor.c:102 `pthread_mutex_lock(&factory.lock);` to change
 * CAUSE: evictor.c:94 `pthread_mutex_lock(&pool.lock);` to clear, in that
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define CLIENTS 4
#define QUERIES 5
#define ROUNDS 3
#define MOST CLIENTS /* sessions at a time */

struct session {
    int password, queries;
};
static struct {
    pthread_mutex_t lock;
    struct session idle[MOST];
    int n, dropped;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    int password, made;
} factory = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct session make(void)
{
    struct session s = { 0 };

    pthread_mutex_lock(&factory.lock);
    s.password = factory.password;
    factory.made++;
    pthread_mutex_unlock(&factory.lock);
    return s;
}

static bool stale(const struct session *s)
{
    bool yes;

    pthread_mutex_lock(&factory.lock);
    yes = s->password != factory.password;
    pthread_mutex_unlock(&factory.lock);
    return yes;
}

static struct session borrow(void)
{
    pthread_mutex_lock(&pool.lock);
    if (pool.n > 0) {
        struct session s = pool.idle[--pool.n];

        pthread_mutex_unlock(&pool.lock);
        return s;
    }
    pthread_mutex_unlock(&pool.lock);
    return make();
}

static void give_back(struct session s)
{
    pthread_mutex_lock(&pool.lock);
    pool.idle[pool.n++] = s;
    pthread_mutex_unlock(&pool.lock);
}

static void evict(void)
{
    int kept = 0;

    pthread_mutex_lock(&pool.lock);
    for (int i = 0; i < pool.n; i++) {
        if (!stale(&pool.idle[i]))
            pool.idle[kept++] = pool.idle[i];
    }
    pool.dropped += pool.n - kept;
    pool.n = kept;
    pthread_mutex_unlock(&pool.lock);
}

static void clear(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.dropped += pool.n;
    pool.n = 0;
    pthread_mutex_unlock(&pool.lock);
}

static void change_password(void)
{
    pthread_mutex_lock(&factory.lock);
    factory.password++;
    clear();
    pthread_mutex_unlock(&factory.lock);
}

static void *client(void *unused)
{
    for (int i = 0; i < QUERIES; i++) {
        struct session s = borrow();

        s.queries++;
        give_back(s);
    }
    return unused;
}

static void *evictor(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        evict();
    return unused;
}

static void *administrator(void *unused)
{
    change_password();
    return unused;
}

int main(void)
{
    pthread_t a, e, t[CLIENTS];

    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&t[i], NULL, client, NULL);
    pthread_create(&e, NULL, evictor, NULL);
    pthread_create(&a, NULL, administrator, NULL);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(t[i], NULL);
    pthread_join(e, NULL);
    pthread_join(a, NULL);
    assert(factory.made == pool.n + pool.dropped);
    return 0;
}
