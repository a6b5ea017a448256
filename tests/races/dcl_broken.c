/* dcl_broken.c - double-checked locking with a plain flag; that of the twin is
 * atomic.
 * EXPECT: seen
 * TWIN: none
 */
#include "race.h"

static TWO(int, atomic_int) ready;

THREAD(a)
{
    if (!ready) {
        pthread_mutex_lock(&m);
        if (!ready) {
            data = 1;
            ready = 1;
        }
        pthread_mutex_unlock(&m);
    }
    sink = data;
    return NULL;
}

THREAD(b)
{
    if (!ready) {
        pthread_mutex_lock(&m);
        if (!ready) {
            data = 1;
            ready = 1;
        }
        pthread_mutex_unlock(&m);
    }
    sink2 = data;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
