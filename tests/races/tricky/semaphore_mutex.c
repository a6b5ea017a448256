/* semaphore_mutex.c - a semaphore with one token is a lock; with two it is not.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

#include <semaphore.h>

sem_t s;

THREAD(add)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&s);
        data++;
        sem_post(&s);
    }
    return NULL;
}

int main(void)
{
    sem_init(&s, 0, TWO(1, 2));
    run(add, add);
    return 0;
}
