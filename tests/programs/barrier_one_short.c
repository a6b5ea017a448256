/* barrier_one_short.c - a thread that gave up early leaves the others waiting
 * at the barrier.
 * EXPECT: deadlock at 16
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int cancelled;

static void *work(void *argument)
{
    if (__atomic_load_n(&cancelled, __ATOMIC_ACQUIRE))
        return argument;
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    __atomic_store_n(&cancelled, 1, __ATOMIC_RELEASE);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
