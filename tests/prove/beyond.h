/* beyond.h - for counting.c: two locks, semaphores and rounds of a barrier. */
#include <semaphore.h>

static sem_t sem;
static pthread_barrier_t all;

/* Each takes two locks; with an argument in opposite orders. */
static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    cs[first != &f[0]]++;
    pthread_mutex_lock(second);
    cs[second != &f[0]]++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}
THREAD(forth)
{
    both(&f[0], &f[1]);
    return arg;
}
THREAD(back)
{
    both(&f[1], &f[0]);
    return arg;
}
static void twolocks(void)
{
    go(forth, 0);
    go(n ? back : forth, 1);
}

THREAD(posts)
{
    for (int i = 0; i < n; i++)
        sem_post(&sem);
    return arg;
}
THREAD(takes_one)
{
    sem_wait(&sem);
    return arg;
}
static void handoff(void)
{
    sem_init(&sem, 0, 0);
    go(posts, 0);
    go_all(takes_one);
}

THREAD(excludes)
{
    sem_wait(&sem);
    c++;
    sem_post(&sem);
    return arg;
}
static void semlock(void)
{
    sem_init(&sem, 0, 1);
    go_all(excludes);
}

THREAD(tries_sem)
{
    if (sem_trywait(&sem) == 0)
        sem_post(&sem);
    return arg;
}
static void semtry(void)
{
    sem_init(&sem, 0, 1);
    go_all(tries_sem);
}

THREAD(arrives)
{
    for (int i = 0; i < r; i++)
        pthread_barrier_wait(&all);
    return arg;
}
static void rounds(void)
{
    pthread_barrier_init(&all, NULL, (unsigned)n);
    go_all(arrives);
}
