/* deadlock_philosophers.c - dining philosophers (Dijkstra), all left-handed.
 * EXPECT: deadlock at 21
 * EXECUTIONS: 2000
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define SEATS 4

static pthread_mutex_t forks[SEATS];
static int meals[SEATS];

static void *dine(void *arg)
{
    intptr_t seat = (intptr_t)arg;

    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&forks[seat]);
        pthread_mutex_lock(&forks[(seat + 1) % SEATS]); /* here */
        meals[seat]++;
        pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
        pthread_mutex_unlock(&forks[seat]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[SEATS];

    for (intptr_t i = 0; i < SEATS; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (intptr_t i = 0; i < SEATS; i++)
        pthread_create(&t[i], NULL, dine, (void *)i);
    for (int i = 0; i < SEATS; i++) {
        pthread_join(t[i], NULL);
        assert(meals[i] == 2);
    }
    return 0;
}
