/* deadlock_nested_monitor.c - a queue waits for an item with its own lock let
 * go, but the lock of the cache around it kept; who brings the item needs both.
 * EXPECT: deadlock
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t cache = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *taker(void *arg)
{
    pthread_mutex_lock(&cache);
    pthread_mutex_lock(&queue);
    while (items == 0)
        pthread_cond_wait(&filled, &queue);
    items--;
    pthread_mutex_unlock(&queue);
    pthread_mutex_unlock(&cache);
    return arg;
}

static void *bringer(void *arg)
{
    pthread_mutex_lock(&cache);
    pthread_mutex_lock(&queue);
    items++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&queue);
    pthread_mutex_unlock(&cache);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, taker, NULL);
    pthread_create(&t[1], NULL, bringer, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(items == 0);
    return 0;
}
