/* free_race.c - one thread frees what another writes; that of the twin frees
 * something else.
 * EXPECT: seen
 * TWIN: none
 */
#include "race.h"

static char *q, *r;

THREAD(a)
{
    free(TWO(q, r));
    return NULL;
}

THREAD(b)
{
    q[3] = 1;
    return NULL;
}

int main(void)
{
    q = malloc(8);
    r = malloc(8);
    run(a, b);
    return 0;
}
