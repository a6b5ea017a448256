/* rwlock_upgrade.c - a reader that wants to write waits for itself.
 * EXPECT: self-deadlock at 15
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *repair_odd(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    if (value % 2 == 1) {
        pthread_rwlock_wrlock(&lock);
        value++;
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *increment(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, repair_odd, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
