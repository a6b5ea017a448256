/* sem_handoff.c - a semaphore hands data over; that of the twin has a token
 * already. EXPECT: none TWIN: seen
 */
#include <semaphore.h>
#include "race.h"

static sem_t s;

THREAD(a)
{
    data = 1;
    sem_post(&s);
    return NULL;
}

THREAD(b)
{
    sem_wait(&s);
    sink = data;
    return NULL;
}

int main(void)
{
    sem_init(&s, 0, TWO(0, 1));
    run(a, b);
    return 0;
}
