/* sleep_order.c - sleeping is no synchronisation: the thread that sleeps
 * longer may come first all the same.
 * EXPECT: assertion at 21
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ready;

static void *setter(void *argument)
{
    usleep(1000);
    ready = 1;
    return argument;
}

static void *user(void *argument)
{
    usleep(1000000), assert(ready); /* "it must be ready by now" */
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, setter, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
