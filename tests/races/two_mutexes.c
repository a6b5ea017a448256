/* two_mutexes.c - two locks; the twin has one.
 * EXPECT: seen
 * TWIN: none
 */
#include "race.h"

THREAD(a)
{
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return NULL;
}

THREAD(b)
{
    pthread_mutex_lock(&TWO(m2, m));
    data++;
    pthread_mutex_unlock(&TWO(m2, m));
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
