/* trylock.c - a lock that is tried; the twin tries another one in one thread.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

THREAD(a)
{
    SPIN_UNTIL(pthread_mutex_trylock(&m) == 0);
    data++;
    pthread_mutex_unlock(&m);
    return NULL;
}

THREAD(b)
{
    SPIN_UNTIL(pthread_mutex_trylock(&TWO(m, m2)) == 0);
    data++;
    pthread_mutex_unlock(&TWO(m, m2));
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
