/* barrier_rounds.c - a barrier serves round after round, nobody overtakes, one
 * thread of each round is the serial one, and it may destroy the barrier.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#define THREADS 3
#define ROUNDS 3

static pthread_barrier_t barrier, last;
static int arrived[ROUNDS], serial[ROUNDS];

static void *walk(void *argument)
{
    for (int round = 0; round < ROUNDS; round++) {
        int result;

        __atomic_fetch_add(&arrived[round], 1, __ATOMIC_RELAXED);
        result = pthread_barrier_wait(&barrier);
        assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
        assert(__atomic_load_n(&arrived[round], __ATOMIC_RELAXED) == THREADS);
        if (result == PTHREAD_BARRIER_SERIAL_THREAD)
            __atomic_fetch_add(&serial[round], 1, __ATOMIC_RELAXED);
    }
    if (pthread_barrier_wait(&last) == PTHREAD_BARRIER_SERIAL_THREAD)
        assert(pthread_barrier_destroy(&last) == 0);
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];

    assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, NULL, THREADS) == 0);
    assert(pthread_barrier_init(&last, NULL, THREADS) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, walk, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < ROUNDS; i++)
        assert(serial[i] == 1);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
