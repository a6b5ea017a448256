/* public_assert.c - an invariant that only raddle checks.
 * EXPECT: assertion at 15
 * EXECUTIONS: 300
 */
#include "../../include/raddle.h"

#include <pthread.h>

static volatile int count;

static void *work(void *arg)
{
    int seen = count;
    count = seen + 1;
    raddle_assert(count == seen + 1);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
