/* memory_fence.c - a message passed with fences and relaxed accesses alone.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int ready;

static void *send(void *unused)
{
    message = 42;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *receive(void *unused)
{
    while (atomic_load_explicit(&ready, memory_order_relaxed) == 0)
        ;
    atomic_thread_fence(memory_order_acquire);
    assert(message == 42);
    return unused;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, receive, NULL);
    pthread_create(&t[1], NULL, send, NULL);
    for (int i = 0; i < 2; i++)
        assert(pthread_join(t[i], NULL) == 0);
    return 0;
}
