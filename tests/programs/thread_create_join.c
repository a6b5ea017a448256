/* thread_create_join.c - a thread gets its argument, join its result.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define THREADS 4

static int seen[THREADS];

static void *square(void *argument)
{
    uintptr_t n = (uintptr_t)argument;

    seen[n] = 1;
    if (n % 2 == 1)
        pthread_exit((void *)(n * n));
    return (void *)(n * n);
}

int main(void)
{
    pthread_t threads[THREADS];

    for (uintptr_t i = 0; i < THREADS; i++)
        assert(pthread_create(&threads[i], NULL, square, (void *)i) == 0);
    for (int i = 0; i < THREADS; i++) {
        for (int k = 0; k < i; k++)
            assert(!pthread_equal(threads[i], threads[k]));
        assert(!pthread_equal(threads[i], pthread_self()));
    }
    for (uintptr_t i = THREADS; i-- > 0;) {
        void *result;

        assert(pthread_join(threads[i], &result) == 0);
        assert(result == (void *)(i * i));
        assert(seen[i] == 1);
    }
    return 0;
}
