/* public_atomic.c - nobody comes between raddle_atomic_begin and _end, also if
 * they are nested; a thread that must wait inside is waited for.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include "../../include/raddle.h"

#include <assert.h>
#include <pthread.h>

static int count, held;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void add(void)
{
    int seen = count;

    raddle_atomic_begin();
    pthread_mutex_lock(&other); /* not only accesses are bound */
    count = seen + 1;
    pthread_mutex_unlock(&other);
    raddle_atomic_end();
    count++;
}

static void *work(void *arg)
{
    raddle_atomic_begin();
    add();
    raddle_atomic_end();
    raddle_atomic_begin();
    pthread_mutex_lock(&lock);
    held++;
    pthread_mutex_unlock(&lock);
    raddle_atomic_end();
    pthread_mutex_lock(&lock);
    held++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(count == 6);
    assert(held == 6);
    return 0;
}
