/* barrier.c - two phases with a barrier between them; in the twin one thread
 * writes in the second.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

static pthread_barrier_t bar;
int x[2];

THREAD(a)
{
    x[0] = 1;
    pthread_barrier_wait(&bar);
    sink = x[1];
    return NULL;
}

THREAD(b)
{
    TWO(x[1] = 1, (void)0);
    pthread_barrier_wait(&bar);
    TWO((void)0, x[1] = 1);
    sink2 = x[0];
    return NULL;
}

int main(void)
{
    pthread_barrier_init(&bar, NULL, 2);
    run(a, b);
    return 0;
}
