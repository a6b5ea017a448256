/* thread_many_sequential.c - 300 threads, two at a time: their numbers are used
 * again, and each starts with thread-local variables of its own.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>

static _Thread_local int local = 7;
static _Thread_local int zero;

static void *work(void *argument)
{
    assert(local == 7 && zero == 0 && errno == 0);
    local = zero = errno = (int)(uintptr_t)argument + 100;
    return argument;
}

int main(void)
{
    for (uintptr_t i = 0; i < 150; i++) {
        pthread_t a, b;
        void *result;

        assert(pthread_create(&a, NULL, work, (void *)i) == 0);
        assert(pthread_create(&b, NULL, work, (void *)(i + 1)) == 0);
        assert(pthread_join(a, &result) == 0 && result == (void *)i);
        assert(pthread_join(b, &result) == 0 && result == (void *)(i + 1));
    }
    assert(local == 7 && zero == 0);
    return 0;
}
