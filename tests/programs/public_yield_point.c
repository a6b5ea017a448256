/* public_yield_point.c - a lost update in code whose accesses are not seen:
 * only the yield point lets another thread in.
 * EXPECT: assertion
 * EXECUTIONS: 300
 */
#include "../../include/raddle.h"

#include <assert.h>
#include <pthread.h>

static int count;

__attribute__((no_sanitize_thread)) static void *work(void *arg)
{
    int seen = count;

    raddle_yield_point();
    count = seen + 1;
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
