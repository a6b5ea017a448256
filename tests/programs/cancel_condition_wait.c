/* cancel_condition_wait.c - cancellation in a condition wait takes the mutex
 * again; the cleanup handler gives it back.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void give_back(void *mutex)
{
    cleaned++;
    assert(pthread_mutex_unlock(mutex) == 0);
}

static void *wait_for_ever(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(give_back, &lock);
    for (;;)
        pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    void *result;

    pthread_create(&a, NULL, wait_for_ever, NULL);
    pthread_create(&b, NULL, wait_for_ever, NULL);
    assert(pthread_cancel(a) == 0);
    assert(pthread_cancel(b) == 0);
    assert(pthread_join(a, &result) == 0 && result == PTHREAD_CANCELED);
    assert(pthread_join(b, &result) == 0 && result == PTHREAD_CANCELED);
    assert(cleaned == 2);
    assert(pthread_mutex_trylock(&lock) == 0);
    return 0;
}
