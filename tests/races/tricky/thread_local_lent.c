/* thread_local_lent.c - a thread lends its own thread-local variable to one that it
 * makes, and uses it again when it has joined that one; the twin before that.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

static _Thread_local int mine;

static void *borrow(void *lent)
{
    *(int *)lent += 1;
    return NULL;
}

THREAD(lend)
{
    pthread_t t;

    mine = 1;
    pthread_create(&t, NULL, borrow, &mine);
    if (TWO(0, 1))
        mine++;
    pthread_join(t, NULL);
    mine++;
    return NULL;
}

int main(void)
{
    run(lend, lend);
    return 0;
}
