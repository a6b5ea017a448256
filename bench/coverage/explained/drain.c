/* drain.c - the stop flag is looked at before the queue.
 *
 * CLASS: shut-down
 * FAILS: assertion
 * CAUSE: drain.c:19 `if (stop)` leaves with work queued
 * CAUSE: drain.c:36 `stop = 1;` set though work is queued
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queued, done;
static atomic_int stop;

static void *worker(void *arg)
{
    for (int i = 0; i < 4; i++) {
        if (stop)
            break;
        pthread_mutex_lock(&lock);
        if (queued > 0) {
            queued--;
            done++;
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *boss(void *arg)
{
    pthread_mutex_lock(&lock);
    queued++;
    pthread_mutex_unlock(&lock);
    stop = 1;
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { boss, worker };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(done == 1 || !stop || queued == 0);
    return 0;
}
