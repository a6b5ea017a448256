/* stack_smashed_assert.c - an assertion fails in a function whose frame pointer
 * and return address are written over: the finding is to stand although nobody
 * can walk that stack.
 * EXPECT: assertion at 18
 * EXECUTIONS: 5
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument)
{
    char small[8];
    volatile char *p = small;

    for (int i = 0; i < 64; i++)
        p[i] = 1;
    assert(argument != NULL);
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
