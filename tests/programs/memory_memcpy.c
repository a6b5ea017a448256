/* memory_memcpy.c - memcpy reads and writes: counters that are copied out,
 * changed and copied back lose an update.
 * EXPECT: assertion at 31
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int shared[16];
static volatile size_t used = sizeof(shared);

static void *add(void *unused)
{
    int mine[16];

    memcpy(mine, shared, used);
    for (int i = 0; i < 16; i++)
        mine[i]++;
    memcpy(shared, mine, used);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    assert(shared[0] == 2);
    return 0;
}
