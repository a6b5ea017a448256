/* mutex_left_locked.c - an early return forgets to unlock; the thread ends and
 * the next one waits for ever.
 * EXPECT: deadlock
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    if (++count == 2)
        return argument;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    count = 0;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
