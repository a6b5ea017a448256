/* sem_two.c - two tokens do not exclude each other; the twin has one.
 * EXPECT: seen
 * TWIN: none
 */
#include <semaphore.h>
#include "race.h"

static sem_t s;

THREAD(a)
{
    sem_wait(&s);
    data++;
    sem_post(&s);
    return NULL;
}

int main(void)
{
    sem_init(&s, 0, TWO(2, 1));
    run(a, a);
    return 0;
}
