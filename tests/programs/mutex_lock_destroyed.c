/* mutex_lock_destroyed.c - a thread that was not waited for locks a mutex that
 * main has destroyed.
 * EXPECT: mutex-misuse
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *late(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, late, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    if (pthread_mutex_trylock(&lock) == 0) {
        pthread_mutex_unlock(&lock);
        pthread_mutex_destroy(&lock);
    }
    pthread_join(thread, NULL);
    return 0;
}
