/* rewind_keys.c - keys of thread-specific data that were never deleted are
 * gone, and so are main's values.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

#define KEYS (PTHREAD_KEYS_MAX / 2 + 100)

static pthread_key_t early, keys[KEYS];
static int value, ended;

static void end(void *unused)
{
    (void)unused;
    __atomic_fetch_add(&ended, 1, __ATOMIC_SEQ_CST);
}

__attribute__((constructor)) static void before_main(void)
{
    assert(pthread_key_create(&early, NULL) == 0);
    assert(pthread_setspecific(early, &value) == 0);
}

static void *thread(void *argument)
{
    for (int i = 0; i < KEYS; i += 100) {
        assert(pthread_getspecific(keys[i]) == NULL);
        pthread_setspecific(keys[i], &value);
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;

    assert(pthread_getspecific(early) == &value);
    for (int i = 0; i < KEYS; i++) {
        assert(pthread_key_create(&keys[i], end) == 0);
        assert(pthread_getspecific(keys[i]) == NULL);
        assert(pthread_setspecific(keys[i], &value) == 0);
    }
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(ended == 2 * (KEYS + 99) / 100);
    assert(pthread_key_delete(early) == 0);
    return 0;
}
