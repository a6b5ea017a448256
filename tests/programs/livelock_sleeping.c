/* livelock_sleeping.c - the same with a sleep between two looks: time passes,
 * nothing else does.
 * EXPECT: livelock
 * EXECUTIONS: 300
 * OPTIONS: --steps 3000
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int ready;

static void *setter(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

static void *poller(void *arg)
{
    atomic_store(&ready, 0);
    while (atomic_load(&ready) == 0)
        usleep(1000);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, setter, NULL);
    pthread_create(&t[1], NULL, poller, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
