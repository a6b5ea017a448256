/* key_far_before_main.c - a constructor sets a value under a key of a high
 * number; every execution finds it as the constructor left it.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define KEYS 100

static pthread_key_t keys[KEYS];
static int before, after;

__attribute__((constructor)) static void set(void)
{
    for (int i = 0; i < KEYS; i++)
        assert(pthread_key_create(&keys[i], NULL) == 0);
    assert(pthread_setspecific(keys[KEYS - 1], &before) == 0);
}

static void *look(void *unused)
{
    assert(pthread_getspecific(keys[KEYS - 1]) == NULL);
    assert(pthread_setspecific(keys[KEYS - 1], &after) == 0);
    return unused;
}

int main(void)
{
    pthread_t t;

    assert(pthread_getspecific(keys[KEYS - 1]) == &before);
    assert(pthread_setspecific(keys[KEYS - 1], &after) == 0);
    assert(pthread_create(&t, NULL, look, NULL) == 0);
    assert(pthread_join(t, NULL) == 0);
    return 0;
}
