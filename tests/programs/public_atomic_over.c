/* public_atomic_over.c - after raddle_atomic_end they switch again.
 * EXPECT: assertion
 * EXECUTIONS: 300
 */
#include "../../include/raddle.h"

#include <assert.h>
#include <pthread.h>

static int count;

static void *work(void *arg)
{
    raddle_atomic_begin();
    raddle_atomic_end();
    raddle_atomic_end(); /* one too many does no harm */
    count++;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(count == 2);
    return 0;
}
