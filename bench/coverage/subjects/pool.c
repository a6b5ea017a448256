/* pool.c - a pool of two objects that four threads borrow from, wait for and
 * give back; one of them is broken and is replaced, another thread makes the
 * pool smaller for a while. */
#include "driver.h"

#define MOST 2

static struct {
    pthread_mutex_t lock;
    pthread_cond_t returned;
    int idle[MOST], n_idle; /* a stack of serial numbers */
    int made, active, limit;
} pool = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, .limit = MOST };

static int borrow(void)
{
    int object;

    pthread_mutex_lock(&pool.lock);
    while (pool.active >= pool.limit)
        pthread_cond_wait(&pool.returned, &pool.lock);
    pool.active++;
    object = pool.n_idle > 0 ? pool.idle[--pool.n_idle] : pool.made++;
    pthread_mutex_unlock(&pool.lock);
    return object;
}

static void give_back(int object)
{
    pthread_mutex_lock(&pool.lock);
    pool.active--;
    pool.idle[pool.n_idle++] = object;
    pthread_cond_broadcast(&pool.returned);
    pthread_mutex_unlock(&pool.lock);
}

/* A broken object does not come back; the next borrower gets a new one. */
static void discard(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.active--;
    pthread_cond_broadcast(&pool.returned);
    pthread_mutex_unlock(&pool.lock);
}

static void set_limit(int limit)
{
    pthread_mutex_lock(&pool.lock);
    pool.limit = limit;
    if (pool.n_idle > limit)
        pool.n_idle = limit;
    pthread_cond_broadcast(&pool.returned);
    pthread_mutex_unlock(&pool.lock);
}

static int try_borrow(void)
{
    int object = -1;

    pthread_mutex_lock(&pool.lock);
    if (pool.active < pool.limit && pool.n_idle > 0) {
        pool.active++;
        object = pool.idle[--pool.n_idle];
    }
    pthread_mutex_unlock(&pool.lock);
    return object;
}

static void *user(void *unused)
{
    int object = borrow();

    give_back(object);
    return unused;
}

static void *breaker(void *unused)
{
    borrow();
    discard();
    return unused;
}

static void *guest(void *unused)
{
    int object = try_borrow();

    if (object >= 0)
        give_back(object);
    return unused;
}

static void *manager(void *unused)
{
    set_limit(1);
    set_limit(MOST);
    return unused;
}

int main(void)
{
    const job jobs[] = { user, user, breaker, guest, manager };

    run_jobs(jobs, COUNT(jobs));
    assert(pool.active == 0 && pool.n_idle <= MOST);
    return 0;
}
