/* ferry.c - one condition for two kinds of waiters, and a signal.
 *
 * CLASS: wrong waiter
 * FAILS: lost-wakeup
 * CAUSE: ferry.c:20 `pthread_cond_wait(&moved, &lock);` wants side 0
 * CAUSE: ferry.c:23 `pthread_cond_signal(&moved);` may wake the wrong one
 * CAUSE: ferry.c:32 `pthread_cond_wait(&moved, &lock);` wants side 1
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int side, crossed;

static void *from_left(void *arg)
{
    pthread_mutex_lock(&lock);
    while (side != 0)
        pthread_cond_wait(&moved, &lock);
    side = 1;
    crossed++;
    pthread_cond_signal(&moved);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *from_right(void *arg)
{
    pthread_mutex_lock(&lock);
    while (side != 1)
        pthread_cond_wait(&moved, &lock);
    side = 0;
    crossed++;
    pthread_cond_signal(&moved);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { from_left, from_left, from_right, from_right };
    pthread_t t[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(crossed == 4);
    return 0;
}
