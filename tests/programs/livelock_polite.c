/* livelock_polite.c - two polite threads announce themselves and then each lets
 * the other go first, for ever.
 * EXPECT: livelock at 20
 * EXECUTIONS: 200
 * OPTIONS: --steps 2000
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];
static int passed;

static void *pass(void *arg)
{
    int self = arg != NULL;

    atomic_store(&wants[self], 1);
    while (atomic_load(&wants[1 - self]) != 0) /* here */
        ;
    passed++;
    atomic_store(&wants[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, pass, NULL);
    pthread_create(&t[1], NULL, pass, &passed);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(passed == 2);
    return 0;
}
