/* mutex.c - one lock; the twin has two.
 * EXPECT: none
 * TWIN: seen
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
    pthread_mutex_lock(&TWO(m, m2));
    data++;
    pthread_mutex_unlock(&TWO(m, m2));
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
