/* identity.c - process and thread numbers agree, however they are asked for.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static pid_t tids[2], pids[2];
static pthread_barrier_t both_alive;

static void *asker(void *argument)
{
    int i = *(int *)argument;

    tids[i] = gettid();
    pids[i] = getpid();
    assert(tids[i] == syscall(SYS_gettid));
    assert(pids[i] == syscall(SYS_getpid));
    assert(getppid() == syscall(SYS_getppid));
    sched_yield();
    assert(tids[i] == gettid());
    pthread_barrier_wait(&both_alive); /* a number may be used again later */
    return NULL;
}

int main(void)
{
    static int first = 0, second = 1;
    pthread_t a, b;
    cpu_set_t set;
    unsigned cpu, node;

    pthread_barrier_init(&both_alive, NULL, 2);
    pthread_create(&a, NULL, asker, &first);
    pthread_create(&b, NULL, asker, &second);
    assert(getpid() == gettid());
    assert(sched_getaffinity(0, sizeof(set), &set) == 0);
    assert(CPU_COUNT(&set) >= 1);
    assert(sched_getcpu() >= 0 && getcpu(&cpu, &node) == 0);
    assert(sched_getscheduler(0) == SCHED_OTHER);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pids[0] == getpid() && pids[1] == getpid());
    assert(tids[0] != tids[1] && tids[0] != getpid() && tids[1] != getpid());
}
