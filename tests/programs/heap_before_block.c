/* heap_before_block.c - a stack of numbers is popped by two threads that both
 * saw one left.
 * EXPECT: heap-overflow at 18
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *stack;
static atomic_int depth = 1;
static long sum;

static void *pop(void *argument)
{
    if (atomic_load(&depth) > 0) {
        int at = atomic_fetch_sub(&depth, 1) - 1;
        long value = stack[at];

        sum += value;
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;

    stack = calloc(4, sizeof(*stack));
    pthread_create(&a, NULL, pop, NULL);
    pthread_create(&b, NULL, pop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(stack);
}
