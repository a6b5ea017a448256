/* thread_stack_escape.c - a worker publishes the address of a local variable
 * and may end before it is read.
 * EXPECT: assertion at 35
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t published;
static int *answer;

static void *compute(void *argument)
{
    int local = 42;

    answer = &local;
    sem_post(&published);
    sem_wait(argument); /* posted too early to keep the frame alive */
    *(volatile int *)&local = 0; /* the frame is given up */
    return NULL;
}

int main(void)
{
    sem_t may_end;
    pthread_t t;

    sem_init(&published, 0, 0);
    sem_init(&may_end, 0, 0);
    pthread_create(&t, NULL, compute, &may_end);
    sem_wait(&published);
    sem_post(&may_end);
    assert(*answer == 42);
    pthread_join(t, NULL);
    return 0;
}
