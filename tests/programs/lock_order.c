/* lock_order.c - two mutexes in two orders.
 * EXPECT: deadlock
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;

static void *upward(void *argument)
{
    pthread_mutex_lock(&one);
    pthread_mutex_lock(&two);
    pthread_mutex_unlock(&two);
    pthread_mutex_unlock(&one);
    return argument;
}

static void *downward(void *argument)
{
    pthread_mutex_lock(&two);
    pthread_mutex_lock(&one);
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&two);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, upward, NULL);
    pthread_create(&b, NULL, downward, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
