/* memory_lost_update.c - x++ is a read and a write, at every level.
 * EXPECT: assertion at 25
 * EXECUTIONS: 200
 * CFLAGS: -O0; -O1; -O2; -O3
 */
#include <assert.h>
#include <pthread.h>

static int x;

static void *add_one(void *unused)
{
    x++;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, add_one, NULL);
    pthread_create(&b, NULL, add_one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
