/* thread_64_at_once.c - 64 threads live together and all take part.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define THREADS 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int here;

/* Nobody leaves before everybody has come. */
static void *meet(void *argument)
{
    pthread_mutex_lock(&lock);
    if (++here == THREADS)
        pthread_cond_broadcast(&all_here);
    while (here < THREADS)
        pthread_cond_wait(&all_here, &lock);
    pthread_mutex_unlock(&lock);
    return (void *)((uintptr_t)argument + 1);
}

int main(void)
{
    pthread_t threads[THREADS];

    for (uintptr_t i = 0; i < THREADS; i++)
        assert(pthread_create(&threads[i], NULL, meet, (void *)i) == 0);
    for (uintptr_t i = 0; i < THREADS; i++) {
        void *result;

        assert(pthread_join(threads[i], &result) == 0);
        assert(result == (void *)(i + 1));
    }
    assert(here == THREADS);
    return 0;
}
