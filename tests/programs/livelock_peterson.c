/* livelock_peterson.c - the polite threads with a turn that breaks the tie
 * (Peterson's lock): both pass, one at a time.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2], turn;
static int passed;

static void *pass(void *arg)
{
    int self = arg != NULL;

    atomic_store(&wants[self], 1);
    atomic_store(&turn, 1 - self);
    while (atomic_load(&wants[1 - self]) != 0 && atomic_load(&turn) != self)
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
    /* clang 14 makes a global that one function alone uses a local of it, be
     * it atomic or not. */
    assert(atomic_load(&turn) == 0 || atomic_load(&turn) == 1);
    return 0;
}
