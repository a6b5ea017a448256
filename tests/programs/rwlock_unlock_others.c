/* rwlock_unlock_others.c - a thread gives back the read lock of another.
 * EXPECT: mutex-misuse at 15
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int reading;

static void *help(void *argument)
{
    if (__atomic_load_n(&reading, __ATOMIC_ACQUIRE) == 1 &&
        pthread_rwlock_trywrlock(&lock) != 0)
        pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, help, NULL);
    pthread_rwlock_rdlock(&lock);
    __atomic_store_n(&reading, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    pthread_rwlock_unlock(&lock);
    return 0;
}
