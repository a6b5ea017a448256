/* key_before_main.c - values that a constructor set are there in main.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int value, other;

__attribute__((constructor)) static void before_main(void)
{
    assert(pthread_key_create(&key, NULL) == 0);
    assert(pthread_setspecific(key, &value) == 0);
}

static void *work(void *argument)
{
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_setspecific(key, argument) == 0);
    return pthread_getspecific(key);
}

int main(void)
{
    pthread_t a, b;
    void *result;

    assert(pthread_getspecific(key) == &value);
    pthread_create(&a, NULL, work, &other);
    pthread_create(&b, NULL, work, &other);
    assert(pthread_getspecific(key) == &value);
    pthread_join(a, &result);
    assert(result == &other);
    pthread_join(b, &result);
    assert(result == &other);
    return 0;
}
