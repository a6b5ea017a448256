/* sem_named_left.c - each execution begins without the semaphore that the one
 * before it left behind when it failed.
 * EXPECT: assertion at 28
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#define NAME "/raddle-corpus-left"

static sem_t *sem;
static int stopped;

static void *stop(void *argument)
{
    if (sem_trywait(sem) == 0)
        __atomic_store_n(&stopped, 1, __ATOMIC_RELEASE);
    return argument;
}

static void *check(void *argument)
{
    int stop_seen = __atomic_load_n(&stopped, __ATOMIC_ACQUIRE);

    assert(stop_seen == 0);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    sem = sem_open(NAME, O_CREAT | O_EXCL, 0600, 1);
    if (sem == SEM_FAILED)
        exit(3);
    pthread_create(&a, NULL, stop, NULL);
    pthread_create(&b, NULL, check, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
