/* mutex_unlock_others.c - a thread gives back a mutex that another one holds.
 * EXPECT: mutex-misuse at 13
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int held;

static void give_back(void)
{
    pthread_mutex_unlock(&lock);
}

static void *other(void *argument)
{
    if (__atomic_load_n(&held, __ATOMIC_ACQUIRE) == 1)
        give_back();
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&lock);
    __atomic_store_n(&held, 1, __ATOMIC_RELEASE);
    __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
