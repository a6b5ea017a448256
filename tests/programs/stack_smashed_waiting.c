/* stack_smashed_waiting.c - a thread waits, and with it what it waits for, on a
 * stack that another one writes over; then an assertion fails.
 * EXPECT: assertion at 35
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define BELOW 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile char *volatile place;

static void *wait(void *argument)
{
    char here = 0;

    place = &here;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a;

    pthread_mutex_lock(&lock);
    pthread_create(&a, NULL, wait, NULL);
    for (int i = 0; i < 20; i++)
        pthread_mutex_trylock(&lock);
    for (int i = 1; place != NULL && i < BELOW; i++)
        place[-i] = 1;
    assert(place == NULL);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    return 0;
}
