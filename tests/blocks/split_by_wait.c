/* split_by_wait.c - a wait for a condition gives the lock up between a read and a write
 * that uses it.  The twin reads after the wait.
 * EXPECT: block-race
 * TWIN: none
 */
#include "block.h"

static int go;

THREAD(waiter)
{
    int b;

    LOCK(m);
    b = balance;
    while (!go)
        pthread_cond_wait(&changed, &m);
    TWO((void)b, b = balance);
    balance = b + 10;
    UNLOCK(m);
    return NULL;
}

THREAD(waker)
{
    LOCK(m);
    balance -= 5;
    go = 1;
    pthread_cond_signal(&changed);
    UNLOCK(m);
    return NULL;
}

int main(void)
{
    run(waiter, waker);
    return 0;
}
