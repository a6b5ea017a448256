/* mutex.c - one lock; the twin has two.  Threads that register handlers of
 * exit() or call random() do not race: the C library locks there.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

static void at_exit(void)
{
}

THREAD(a)
{
    atexit(at_exit);
    random();
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return NULL;
}

THREAD(b)
{
    atexit(at_exit);
    random();
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
