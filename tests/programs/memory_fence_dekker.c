/* memory_fence_dekker.c - with full fences between its own store and the load
 * of the other's flag, at least one of two threads sees the other.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int saw[2];

static void *enter(void *self)
{
    int i = *(int *)self;

    atomic_store_explicit(&flag[i], 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    saw[i] = atomic_load_explicit(&flag[1 - i], memory_order_relaxed);
    return NULL;
}

int main(void)
{
    int self[2] = { 0, 1 };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, enter, &self[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(saw[0] || saw[1]);
    return 0;
}
