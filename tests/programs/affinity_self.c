/* affinity_self.c - what a thread sets about its scheduling it gets back, and
 * the others keep theirs.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static void *pinned(void *argument)
{
    cpu_set_t all, one, got, none;
    int cpu = 0;

    CPU_ZERO(&one);
    CPU_ZERO(&none);
    assert(sched_getaffinity(0, sizeof(all), &all) == 0);
    while (!CPU_ISSET(cpu, &all))
        cpu++;
    CPU_SET(cpu, &one);
    assert(sched_setaffinity(0, sizeof(one), &one) == 0);
    sched_yield();
    assert(sched_getaffinity(0, sizeof(got), &got) == 0);
    assert(CPU_EQUAL(&got, &one));
    assert(sched_setaffinity(0, sizeof(none), &none) == -1);
    assert(errno == EINVAL);
    return argument;
}

static void *batch(void *argument)
{
    struct sched_param param = { 0 };

    assert(sched_setscheduler(0, SCHED_BATCH, &param) == 0);
    sched_yield();
    assert(sched_getscheduler(0) == SCHED_BATCH);
    assert(sched_getparam(0, &param) == 0 && param.sched_priority == 0);
    param.sched_priority = 5;
    assert(sched_setparam(0, &param) == -1 && errno == EINVAL);
    assert(sched_get_priority_max(SCHED_FIFO) >= 32);
    return argument;
}

int main(void)
{
    cpu_set_t before, after;
    pthread_t a, b;

    sched_getaffinity(0, sizeof(before), &before);
    pthread_create(&a, NULL, pinned, NULL);
    pthread_create(&b, NULL, batch, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sched_getaffinity(0, sizeof(after), &after) == 0);
    assert(CPU_EQUAL(&before, &after));
    assert(sched_getscheduler(0) == SCHED_OTHER);
}
