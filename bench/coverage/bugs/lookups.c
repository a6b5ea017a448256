/* lookups.c - threads do what an event loop gives them; of what takes long,
 * like looking up names, only so many are done at a time.  How many is counted
 * up with the lock of the threads, when one is taken, and counted down with the
 * lock of the loop, when it is given back.
 *
 * After libuv's slow_io_work_running (commit 90891b4232e9, mended by pull
 * request 2021, "fix threadpool race condition").
 *
 * CLASS: wrong lock, two for one counter
 * FAILS: assertion
 * CAUSE: lookups.c:69 `pool.slow_running--;` with the lock of the loop
 * CAUSE: lookups.c:61 `pool.slow_running++;` with the lock of the pool
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define WORKERS 3
#define FAST 3
#define SLOW 3
#define SLOW_LIMIT 2

struct work {
    bool slow;
    int result;
};
static struct {
    pthread_mutex_t lock;
    pthread_cond_t cond;
    struct work *fast[FAST], *slow[SLOW];
    int n_fast, n_slow, slow_running;
    bool stop;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .cond = PTHREAD_COND_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    pthread_cond_t async;
    int done;
} loop = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .async = PTHREAD_COND_INITIALIZER };

static void submit(struct work *w)
{
    pthread_mutex_lock(&pool.lock);
    if (w->slow)
        pool.slow[pool.n_slow++] = w;
    else
        pool.fast[pool.n_fast++] = w;
    pthread_cond_signal(&pool.cond);
    pthread_mutex_unlock(&pool.lock);
}

/* With the lock of the pool; NULL if there is nothing that may be done now. */
static struct work *next_work(void)
{
    if (pool.n_fast > 0)
        return pool.fast[--pool.n_fast];
    if (pool.n_slow == 0 || pool.slow_running >= SLOW_LIMIT)
        return NULL;
    pool.slow_running++;
    return pool.slow[--pool.n_slow];
}

static void give_back(struct work *w)
{
    pthread_mutex_lock(&loop.lock);
    if (w->slow)
        pool.slow_running--;
    loop.done++;
    pthread_cond_signal(&loop.async);
    pthread_mutex_unlock(&loop.lock);
}

static void *worker(void *unused)
{
    for (;;) {
        struct work *w;

        pthread_mutex_lock(&pool.lock);
        while ((w = next_work()) == NULL && !pool.stop)
            pthread_cond_wait(&pool.cond, &pool.lock);
        pthread_mutex_unlock(&pool.lock);
        if (w == NULL)
            return unused;
        w->result = w->slow ? 2 : 1;
        give_back(w);
    }
}

static void run_loop(int works)
{
    pthread_mutex_lock(&loop.lock);
    while (loop.done < works)
        pthread_cond_wait(&loop.async, &loop.lock);
    pthread_mutex_unlock(&loop.lock);
}

static void stop(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.stop = true;
    pthread_cond_broadcast(&pool.cond);
    pthread_mutex_unlock(&pool.lock);
}

int main(void)
{
    struct work works[FAST + SLOW] = { 0 };
    pthread_t workers[WORKERS];
    int results = 0;

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, worker, NULL);
    for (int i = 0; i < FAST + SLOW; i++) {
        works[i].slow = i % 2 == 0;
        submit(&works[i]);
    }
    run_loop(FAST + SLOW);
    stop();
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    for (int i = 0; i < FAST + SLOW; i++)
        results += works[i].result;
    assert(results == FAST + 2 * SLOW);
    assert(pool.slow_running == 0);
    return 0;
}
