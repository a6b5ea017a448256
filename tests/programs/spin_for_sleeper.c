/* spin_for_sleeper.c - spinning until a sleeper has woken up is no livelock:
 * when all others spin, time passes.
 * EXPECT: clean
 * EXECUTIONS: 100
 * OPTIONS: --steps 5000
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int awake;

static void *sleeper(void *argument)
{
    usleep(200000);
    awake = 1;
    return argument;
}

static void *spinner(void *argument)
{
    while (!awake)
        ;
    return argument;
}

static void *yielder(void *argument)
{
    while (!awake)
        sched_yield();
    return argument;
}

static void *napper(void *argument)
{
    while (!awake)
        usleep(1); /* not two hundred thousand times */
    return argument;
}

int main(void)
{
    void *(*bodies[])(void *) = { sleeper, spinner, yielder, napper };
    pthread_t t[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, bodies[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}
