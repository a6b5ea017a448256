/* buffer_if.c - a consumer that asks `if` instead of `while` takes from an
 * empty buffer: another consumer was quicker than the one that was signalled.
 * EXPECT: assertion at 30
 * EXECUTIONS: 500
 * OPTIONS: --no-spurious
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int used;

static void *produce(void *argument)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        used++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *consume(void *argument)
{
    pthread_mutex_lock(&lock);
    if (used == 0)
        pthread_cond_wait(&not_empty, &lock);
    assert(used > 0);
    used--;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, consume, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_create(&c, NULL, produce, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
