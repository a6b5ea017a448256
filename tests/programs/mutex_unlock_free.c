/* mutex_unlock_free.c - an unlock on a path that has not locked, taken only if
 * the other thread was quicker.
 * EXPECT: mutex-misuse at 16
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *argument)
{
    if (__atomic_exchange_n(&done, 1, __ATOMIC_ACQ_REL) == 0)
        pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *look(void *argument)
{
    if (__atomic_load_n(&done, __ATOMIC_ACQUIRE) == 0)
        return argument;
    return work(argument);
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
