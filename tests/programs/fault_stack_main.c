/* fault_stack_main.c - main recurses for ever in small frames while another
 * thread runs: the overflow comes at the same step again.
 * EXPECT: fatal-signal
 * EXECUTIONS: 20
 * CFLAGS: -O0
 */
#include <pthread.h>
#include <stddef.h>

static volatile int enough;

static int descend(int depth)
{
    volatile char frame[1000];

    frame[depth % 1000] = 1;
    if (enough)
        return depth;
    return frame[depth % 1000] + descend(depth + 1);
}

static void *other(void *arg)
{
    return enough ? arg : NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, other, NULL);
    descend(0);
    pthread_join(t, NULL);
    return 0;
}
