/* thread_missing_join.c - the result is used without waiting for the thread.
 * EXPECT: exit-status
 * EXECUTIONS: 100
 */
#include <pthread.h>
#include <stddef.h>

static int result = 1;

static void *compute(void *argument)
{
    (void)argument;
    result = 0;
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, compute, NULL);
    return result;
}
