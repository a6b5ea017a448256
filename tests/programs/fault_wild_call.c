/* fault_wild_call.c - a call through a wild pointer is a finding, though there
 * is no frame to show it in.
 * EXPECT: fatal-signal
 * EXECUTIONS: 50
 */
#include <pthread.h>
#include <stdint.h>

static void (*volatile handler)(void);
static volatile uintptr_t nowhere = 16;

static void *set(void *argument)
{
    handler = (void (*)(void))nowhere;
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, set, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    handler();
    return 0;
}
