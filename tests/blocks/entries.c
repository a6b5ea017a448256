/* entries.c - uses of one lock twice that are correct: a counter of entries, a
 * state that others may see, a test that is repeated, a loop that writes and
 * then reads.  The twin takes it three times.
 * EXPECT: none
 * TWIN: none
 */
#include "block.h"

static int inside, state, made;

THREAD(work)
{
    int idle, seen;

    for (int i = 0; i < TWO(2, 3); i++) {
        LOCK(m);
        inside++;
        if (inside > 1)
            sink = inside;
        UNLOCK(m);
        LOCK(m);
        idle = state == 0;
        if (idle)
            state = 1;
        UNLOCK(m);
        if (idle) {
            LOCK(m);
            state = 0;
            UNLOCK(m);
        }
        LOCK(m);
        idle = made == 0;
        UNLOCK(m);
        if (idle) {
            LOCK(m);
            if (made == 0)
                made = 1;
            UNLOCK(m);
        }
        LOCK(m2);
        debt = i;
        UNLOCK(m2);
        LOCK(m2);
        seen = debt;
        UNLOCK(m2);
        LOCK(m);
        inside -= seen >= 0;
        UNLOCK(m);
    }
    return NULL;
}

int main(void)
{
    run(work, work);
    return 0;
}
