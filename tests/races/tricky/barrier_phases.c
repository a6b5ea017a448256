/* barrier_phases.c - each thread writes its own cell, and after a barrier reads
 * the other one; two phases take turns with two rows.  The twin reads the row
 * that is being written.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

int rows[2][2];
pthread_barrier_t both;

static void phases(int me)
{
    for (int phase = 0; phase < 4; phase++) {
        rows[phase % 2][me] = rows[(phase + TWO(1, 0)) % 2][!me] + 1;
        pthread_barrier_wait(&both);
    }
}

THREAD(a)
{
    phases(0);
    return NULL;
}

THREAD(b)
{
    phases(1);
    return NULL;
}

int main(void)
{
    pthread_barrier_init(&both, NULL, 2);
    run(a, b);
    return 0;
}
