/* key_destructors.c - destructors run at a thread's end with its own values,
 * again if they set a value, but no more than four times.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>

#define MANY 40

static pthread_key_t once, twice, always, many[MANY];
static int n_once[2], n_twice[2], n_always[2], n_many;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void end_once(void *n)
{
    assert(pthread_getspecific(once) == NULL);
    ++*(int *)n;
}

static void end_twice(void *n)
{
    if (++*(int *)n == 1)
        assert(pthread_setspecific(twice, n) == 0);
}

static void end_always(void *n)
{
    ++*(int *)n;
    assert(pthread_setspecific(always, n) == 0);
}

static void end_many(void *value)
{
    pthread_mutex_lock(&lock);
    n_many += (int)(uintptr_t)value;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    uintptr_t i = (uintptr_t)argument;

    assert(pthread_getspecific(once) == NULL);
    assert(pthread_setspecific(once, &n_once[i]) == 0);
    assert(pthread_setspecific(twice, &n_twice[i]) == 0);
    assert(pthread_setspecific(always, &n_always[i]) == 0);
    for (int k = 0; k < MANY; k++)
        assert(pthread_setspecific(many[k], (void *)1) == 0);
    assert(pthread_getspecific(once) == &n_once[i]);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    assert(pthread_key_create(&once, end_once) == 0);
    assert(pthread_key_create(&twice, end_twice) == 0);
    assert(pthread_key_create(&always, end_always) == 0);
    for (int k = 0; k < MANY; k++)
        assert(pthread_key_create(&many[k], end_many) == 0);
    assert(pthread_setspecific(once, &lock) == 0);
    for (uintptr_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert(n_once[i] == 1);
        assert(n_twice[i] == 2);
        assert(n_always[i] == PTHREAD_DESTRUCTOR_ITERATIONS);
    }
    assert(n_many == 2 * MANY);
    assert(pthread_getspecific(once) == &lock);
    return 0;
}
