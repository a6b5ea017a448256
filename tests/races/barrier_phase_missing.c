/* barrier_phase_missing.c - a write in the phase of the read; that of the twin
 * is to another element. EXPECT: seen TWIN: none
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
    pthread_barrier_wait(&bar);
    x[TWO(1, 0)] = 1;
    return NULL;
}

int main(void)
{
    pthread_barrier_init(&bar, NULL, 2);
    run(a, b);
    return 0;
}
