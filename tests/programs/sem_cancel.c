/* sem_cancel.c - a semaphore wait is a cancellation point and takes nothing
 * when it is cancelled.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *take(void *argument)
{
    assert(sem_wait(&sem) == 0);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    void *first, *second;
    int left, taken;

    sem_init(&sem, 0, 0);
    pthread_create(&a, NULL, take, &sem);
    pthread_create(&b, NULL, take, &sem);
    assert(sem_post(&sem) == 0);
    assert(pthread_cancel(a) == 0);
    assert(pthread_cancel(b) == 0);
    pthread_join(a, &first);
    pthread_join(b, &second);
    taken = (first == &sem) + (second == &sem);
    assert(sem_getvalue(&sem, &left) == 0);
    assert(taken + left == 1);
    return 0;
}
