/* thread_join_each_other.c - two threads that join each other never end.
 * EXPECT: deadlock
 * EXECUTIONS: 50
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t ready;
static pthread_t threads[2];

static void *join_other(void *other)
{
    sem_wait(&ready);
    pthread_join(*(pthread_t *)other, NULL);
    return NULL;
}

int main(void)
{
    sem_init(&ready, 0, 0);
    pthread_create(&threads[0], NULL, join_other, &threads[1]);
    pthread_create(&threads[1], NULL, join_other, &threads[0]);
    sem_post(&ready);
    sem_post(&ready);
    pthread_exit(NULL);
}
