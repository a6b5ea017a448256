/* pool.c - the count of idle workers is stale when a job is queued.
 *
 * CLASS: lost signal
 * FAILS: lost-wakeup
 * CAUSE: pool.c:22 `idle = 1;` said when it waits
 * CAUSE: pool.c:33 `int sleepers = idle;` read before the lock
 * CAUSE: pool.c:36 `if (sleepers > 0)` so nobody is woken
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int jobs;
static atomic_int idle;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    while (jobs == 0) {
        idle = 1;
        pthread_cond_wait(&work, &lock);
        idle = 0;
    }
    jobs--;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *submit(void *arg)
{
    int sleepers = idle;
    pthread_mutex_lock(&lock);
    jobs++;
    if (sleepers > 0)
        pthread_cond_signal(&work);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { worker, submit };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
