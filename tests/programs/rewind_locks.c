/* rewind_locks.c - what an execution left locked, counted, half arrived or done
 * once is as initialised in the next, though threads still wait at it.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int initialised;

__attribute__((constructor)) static void before_main(void)
{
    pthread_spin_init(&spin, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&semaphore, 0, 1);
}

static void initialise(void)
{
    initialised++;
}

static void *wait_mutex(void *argument)
{
    pthread_mutex_lock(&mutex);
    return argument;
}

static void *wait_barrier(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

static void *wait_cond(void *argument)
{
    pthread_mutex_lock(&recursive);
    for (;;)
        pthread_cond_wait(&cond, &recursive);
    return argument;
}

int main(void)
{
    pthread_t t;
    int value;

    assert(pthread_mutex_trylock(&mutex) == 0);
    assert(pthread_mutex_trylock(&recursive) == 0);
    pthread_mutex_unlock(&recursive);
    assert(pthread_rwlock_trywrlock(&rwlock) == 0);
    assert(pthread_spin_trylock(&spin) == 0);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 1);
    assert(sem_wait(&semaphore) == 0);
    pthread_once(&once, initialise);
    assert(initialised == 1);
    pthread_create(&t, NULL, wait_mutex, NULL);
    pthread_create(&t, NULL, wait_barrier, NULL);
    pthread_create(&t, NULL, wait_cond, NULL);
    for (int i = 0; i < 10; i++)
        sched_yield();
    exit(0);
}
