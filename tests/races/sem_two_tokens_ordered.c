/* sem_two_tokens_ordered.c - the consumer takes both tokens before it looks;
 * that of the twin only tries the second. EXPECT: none TWIN: seen
 */
#include <semaphore.h>
#include "race.h"

static sem_t s;

THREAD(a)
{
    data = 1;
    sem_post(&s);
    data2 = 1;
    sem_post(&s);
    return NULL;
}

THREAD(b)
{
    sem_wait(&s);
    TWO(sem_wait, sem_trywait)(&s);
    sink = data + data2;
    return NULL;
}

int main(void)
{
    sem_init(&s, 0, 0);
    run(a, b);
    return 0;
}
