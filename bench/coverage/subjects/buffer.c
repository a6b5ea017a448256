/* buffer.c - a bounded buffer of two places between two producers and two
 * consumers; a fifth thread looks at how full it is.  The last producer closes
 * it, and consumers take until it is closed and empty. */
#include <stdbool.h>

#include "driver.h"

#define PLACES 2
#define EACH 2
#define PRODUCERS 2

static struct {
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
    int item[PLACES], head, n;
    int producing, taken;
} buffer = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
             PTHREAD_COND_INITIALIZER, .producing = PRODUCERS };

static void put(int item)
{
    pthread_mutex_lock(&buffer.lock);
    while (buffer.n == PLACES)
        pthread_cond_wait(&buffer.not_full, &buffer.lock);
    buffer.item[(buffer.head + buffer.n) % PLACES] = item;
    buffer.n++;
    pthread_cond_signal(&buffer.not_empty);
    pthread_mutex_unlock(&buffer.lock);
}

static bool take(int *item)
{
    pthread_mutex_lock(&buffer.lock);
    while (buffer.n == 0 && buffer.producing > 0)
        pthread_cond_wait(&buffer.not_empty, &buffer.lock);
    if (buffer.n == 0) {
        pthread_mutex_unlock(&buffer.lock);
        return false;
    }
    *item = buffer.item[buffer.head];
    buffer.head = (buffer.head + 1) % PLACES;
    buffer.n--;
    buffer.taken++;
    pthread_cond_signal(&buffer.not_full);
    pthread_mutex_unlock(&buffer.lock);
    return true;
}

static void finish(void)
{
    pthread_mutex_lock(&buffer.lock);
    if (--buffer.producing == 0)
        pthread_cond_broadcast(&buffer.not_empty);
    pthread_mutex_unlock(&buffer.lock);
}

static void *producer(void *unused)
{
    for (int i = 0; i < EACH; i++)
        put(i);
    finish();
    return unused;
}

static void *consumer(void *unused)
{
    int item;

    while (take(&item))
        assert(item >= 0 && item < EACH);
    return unused;
}

static void *observer(void *unused)
{
    pthread_mutex_lock(&buffer.lock);
    assert(buffer.n >= 0 && buffer.n <= PLACES);
    pthread_mutex_unlock(&buffer.lock);
    return unused;
}

int main(void)
{
    const job jobs[] = { producer, consumer, producer, consumer, observer };

    run_jobs(jobs, COUNT(jobs));
    assert(buffer.taken == PRODUCERS * EACH && buffer.n == 0);
    return 0;
}
