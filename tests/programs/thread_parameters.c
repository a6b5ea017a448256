/* thread_parameters.c - scheduling parameters, affinity and the CPU clock of a
 * thread.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>

static sem_t go;

static void *work(void *argument)
{
    sem_wait(&go);
    return argument;
}

static int first_cpu(const cpu_set_t *set)
{
    int cpu = 0;

    while (!CPU_ISSET(cpu, set))
        cpu++;
    return cpu;
}

int main(void)
{
    struct sched_param parameters = { .sched_priority = 1 };
    cpu_set_t set, one, none;
    struct timespec used;
    clockid_t clock;
    pthread_t a, b;
    int policy = -1;

    sem_init(&go, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    assert(pthread_setschedparam(a, SCHED_OTHER, &parameters) == EINVAL);
    assert(pthread_setschedparam(a, 77, &parameters) == EINVAL);
    assert(pthread_setschedprio(a, 200) == EINVAL);
    parameters.sched_priority = 0;
    assert(pthread_setschedparam(a, SCHED_BATCH, &parameters) == 0);
    assert(pthread_getschedparam(a, &policy, &parameters) == 0);
    assert(policy == SCHED_BATCH && parameters.sched_priority == 0);
    assert(pthread_getschedparam(b, &policy, &parameters) == 0);
    assert(policy == SCHED_OTHER);
    assert(pthread_getaffinity_np(b, sizeof(set), &set) == 0);
    assert(CPU_COUNT(&set) > 0);
    CPU_ZERO(&one);
    CPU_SET(first_cpu(&set), &one);
    assert(pthread_setaffinity_np(a, sizeof(one), &one) == 0);
    CPU_ZERO(&none);
    assert(pthread_setaffinity_np(a, sizeof(none), &none) == EINVAL);
    assert(pthread_getaffinity_np(a, sizeof(set), &set) == 0);
    assert(CPU_EQUAL(&set, &one));
    assert(pthread_getcpuclockid(a, &clock) == 0);
    assert(clock_gettime(clock, &used) == 0);
    sem_post(&go);
    sem_post(&go);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
