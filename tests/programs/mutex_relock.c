/* mutex_relock.c - a callback locks what its caller already holds.  That is
 * said at once, though another thread could go on for ever.
 * EXPECT: self-deadlock at 15
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first = 1, stop;

static void callback(void)
{
    /* written to be called without the lock */
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

static void *run(void *argument)
{
    pthread_mutex_lock(&lock);
    if (argument != NULL && first)
        callback();
    first = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *tick(void *argument)
{
    while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE))
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    return argument;
}

int main(void)
{
    pthread_t a, b, ticks;

    pthread_create(&ticks, NULL, tick, NULL);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, &lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    pthread_join(ticks, NULL);
    return 0;
}
