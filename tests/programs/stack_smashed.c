/* stack_smashed.c - a buffer is written far beyond its end: over the canary,
 * the frame pointer and the return address, so that nobody can walk the stack.
 * EXPECT: abort
 * EXECUTIONS: 5
 * CFLAGS: -fstack-protector-all
 */
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument)
{
    char small[8];
    volatile char *p = small;

    for (int i = 0; i < 64; i++)
        p[i] = 1;
    /* At the return, the canary is looked at. */
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
