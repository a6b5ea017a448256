/* shutdown.c - whether the service still takes jobs is asked before the lock
 * is taken; when the job is in the queue, the worker has gone.
 *
 * CLASS: order, work accepted after the end
 * FAILS: assertion
 * CAUSE: shutdown.c:25 `if (stopping)` asked without the lock
 * CAUSE: shutdown.c:28 `queued++;` when the worker may have left
 * CAUSE: shutdown.c:42 `if (queued == 0 && stopping)` leaves
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define JOBS 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static atomic_bool stopping;
static int queued, accepted, completed;

static void *client(void *unused)
{
    for (int i = 0; i < JOBS; i++) {
        if (stopping)
            break;
        pthread_mutex_lock(&lock);
        queued++;
        accepted++;
        pthread_cond_signal(&change);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (queued == 0 && !stopping)
            pthread_cond_wait(&change, &lock);
        if (queued == 0 && stopping)
            break;
        queued--;
        completed++;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *owner(void *unused)
{
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    void *(*const roles[])(void *) = { client, worker, owner };
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, roles[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(completed == accepted);
    return 0;
}
