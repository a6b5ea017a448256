/* deadlock_philosophers_waiter.c - the philosophers with a waiter who seats all
 * but one: nobody starves.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>

#define SEATS 3

static pthread_mutex_t forks[SEATS];
static sem_t chairs;
static int meals[SEATS];

static void *dine(void *arg)
{
    intptr_t seat = (intptr_t)arg;

    sem_wait(&chairs);
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % SEATS]);
    meals[seat]++;
    pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
    pthread_mutex_unlock(&forks[seat]);
    sem_post(&chairs);
    return NULL;
}

int main(void)
{
    pthread_t t[SEATS];

    sem_init(&chairs, 0, SEATS - 1);
    for (intptr_t i = 0; i < SEATS; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (intptr_t i = 0; i < SEATS; i++)
        pthread_create(&t[i], NULL, dine, (void *)i);
    for (int i = 0; i < SEATS; i++) {
        pthread_join(t[i], NULL);
        assert(meals[i] == 1);
    }
    return 0;
}
