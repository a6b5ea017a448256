/* stock.c - the last two pieces are sold three times: whether one is left is
 * asked in one critical section and acted upon in the next.
 *
 * CLASS: atomicity, one variable
 * FAILS: assertion
 * CAUSE: stock.c:23 `bool yes = left > 0;` is old once the lock is released
 * CAUSE: stock.c:31 `left--;` sells without asking again
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define BUYERS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = BUYERS - 1;
static atomic_int views;

static bool available(void)
{
    pthread_mutex_lock(&lock);
    bool yes = left > 0;
    pthread_mutex_unlock(&lock);
    return yes;
}

static void sell(void)
{
    pthread_mutex_lock(&lock);
    left--;
    pthread_mutex_unlock(&lock);
}

/* The longer a buyer looks around, the later it comes to the till. */
static void *buyer(void *pages)
{
    for (long i = 0; i < (long)pages; i++)
        views++;
    if (available())
        sell();
    return NULL;
}

int main(void)
{
    pthread_t buyers[BUYERS];

    for (long i = 0; i < BUYERS; i++)
        pthread_create(&buyers[i], NULL, buyer, (void *)(i * 9));
    for (int i = 0; i < BUYERS; i++)
        pthread_join(buyers[i], NULL);
    assert(left >= 0);
    return 0;
}
