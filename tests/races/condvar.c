/* condvar.c - a condition; in the twin the waiter reads before it waits.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

THREAD(a)
{
    data = 1;
    pthread_mutex_lock(&m);
    data2 = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}

THREAD(b)
{
    pthread_mutex_lock(&m);
    TWO((void)0, sink = data);
    while (!data2)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    TWO(sink = data, (void)0);
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
