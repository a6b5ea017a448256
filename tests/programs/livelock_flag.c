/* livelock_flag.c - a thread polls a flag and yields in between; a reset that
 * comes late clears it after it was set, and nobody will set it again.
 * EXPECT: livelock
 * EXECUTIONS: 300
 * OPTIONS: --steps 3000
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void *setter(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

static void *poller(void *arg)
{
    atomic_store(&ready, 0); /* meant as an initialisation */
    while (atomic_load(&ready) == 0)
        sched_yield();
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
