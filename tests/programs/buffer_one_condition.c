/* buffer_one_condition.c - one condition for two purposes: a signal meant for
 * a consumer wakes a producer, which has no use for it.
 * EXPECT: lost-wakeup
 * EXECUTIONS: 3000
 * OPTIONS: --no-spurious
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void move(int from, int to)
{
    pthread_mutex_lock(&lock);
    while (full != from)
        pthread_cond_wait(&changed, &lock);
    full = to;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void *produce(void *argument)
{
    for (int i = 0; i < 2; i++)
        move(0, 1);
    return argument;
}

static void *consume(void *argument)
{
    for (int i = 0; i < 2; i++)
        move(1, 0);
    return argument;
}

int main(void)
{
    pthread_t threads[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i % 2 ? produce : consume, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
