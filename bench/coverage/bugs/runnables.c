/* runnables.c - a pool of threads, in which a thread that had nothing to do for
 * some time ends.  Who has something to be done gives it to a thread that
 * waits, if any does, and makes another one if not.  A thread whose time is
 * over is still counted as waiting until it has the lock again, and then ends,
 * though it may have been given something to do.
 *
 * After Qt 4's QThreadPool ("QThreadPool: fix race at time out of a worker
 * thread", 5.0: who waits is in a list, and is taken out of it by who gives).
 *
 * CLASS: missed signal, at the same time as a time-out
 * FAILS: lost-wakeup
 * CAUSE: runnables.c:70 `if (expired) {` may have been counted on meanwhile
 * CAUSE: runnables.c:86 `pthread_cond_signal(&pool.ready);` perhaps to nobody
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#define CLIENTS 2
#define TASKS 3 /* of each */
#define MOST 2  /* threads at a time */

struct task {
    int input, output;
    bool done;
};
static struct {
    pthread_mutex_t lock;
    pthread_cond_t ready, done;
    struct task *queue[CLIENTS * TASKS];
    int head, tail;
    int threads, waiting;
    bool closing;
    pthread_t all[CLIENTS * TASKS]; /* that were ever made */
    int n;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .ready = PTHREAD_COND_INITIALIZER,
           .done = PTHREAD_COND_INITIALIZER };

static void run_all(void)
{
    while (pool.tail < pool.head) {
        struct task *t = pool.queue[pool.tail++];

        pthread_mutex_unlock(&pool.lock);
        t->output = t->input * t->input;
        pthread_mutex_lock(&pool.lock);
        t->done = true;
        pthread_cond_broadcast(&pool.done);
    }
}

static void *worker(void *unused)
{
    struct timespec until;
    bool expired;

    pthread_mutex_lock(&pool.lock);
    for (;;) {
        run_all();
        if (pool.closing)
            break;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 30;
        pool.waiting++;
        expired = pthread_cond_timedwait(&pool.ready, &pool.lock, &until) ==
                  ETIMEDOUT;
        if (expired) {
            pool.waiting--;
            break;
        }
    }
    pool.threads--;
    pthread_mutex_unlock(&pool.lock);
    return unused;
}

static void pool_start(struct task *t)
{
    pthread_mutex_lock(&pool.lock);
    pool.queue[pool.head++] = t;
    if (pool.waiting > 0) {
        pool.waiting--;
        pthread_cond_signal(&pool.ready);
    } else if (pool.threads < MOST) {
        pool.threads++;
        pthread_create(&pool.all[pool.n++], NULL, worker, NULL);
    }
    pthread_mutex_unlock(&pool.lock);
}

static void pool_wait(struct task *t)
{
    pthread_mutex_lock(&pool.lock);
    while (!t->done)
        pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

static void pool_close(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.closing = true;
    pthread_cond_broadcast(&pool.ready);
    pthread_mutex_unlock(&pool.lock);
    for (int i = 0; i < pool.n; i++)
        pthread_join(pool.all[i], NULL);
}

static void *client(void *unused)
{
    for (int i = 0; i < TASKS; i++) {
        struct task t = { .input = i };

        pool_start(&t);
        pool_wait(&t);
        assert(t.output == i * i);
    }
    return unused;
}

int main(void)
{
    pthread_t t[CLIENTS];

    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&t[i], NULL, client, NULL);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(t[i], NULL);
    pool_close();
    assert(pool.threads == 0 && pool.tail == CLIENTS * TASKS);
    return 0;
}
