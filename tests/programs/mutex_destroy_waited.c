/* mutex_destroy_waited.c - a mutex is destroyed right after it was given back,
 * though another thread waits for it, or comes to it later.
 * EXPECT: use-after-destroy
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *argument)
{
    if (pthread_mutex_trylock(&lock) != 0)
        pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, use, NULL);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    pthread_join(thread, NULL);
    return 0;
}
