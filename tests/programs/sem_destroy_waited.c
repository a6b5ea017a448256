/* sem_destroy_waited.c - a semaphore is destroyed while a thread waits for it.
 * EXPECT: use-after-destroy
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t sem;

static void *wait_post(void *argument)
{
    sem_wait(&sem);
    return argument;
}

int main(void)
{
    pthread_t thread;

    sem_init(&sem, 0, 0);
    pthread_create(&thread, NULL, wait_post, NULL);
    sem_destroy(&sem);
    return 0;
}
