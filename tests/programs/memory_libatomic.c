/* memory_libatomic.c - an atomic type too large for one instruction is
 * libatomic's: its halves never disagree.
 * EXPECT: clean
 * EXECUTIONS: 100
 * LIBS: -latomic
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct wide {
    long number[4];
};

static _Atomic struct wide shared;

static void *raise(void *unused)
{
    struct wide old = atomic_load(&shared), new;

    do {
        for (int i = 0; i < 4; i++) {
            assert(old.number[i] == old.number[0]);
            new.number[i] = old.number[i] + 1;
        }
    } while (!atomic_compare_exchange_strong(&shared, &old, new));
    return unused;
}

int main(void)
{
    struct wide last, zero = { { 0 } };
    pthread_t t;

    atomic_store(&shared, zero);
    pthread_create(&t, NULL, raise, NULL);
    raise(NULL);
    pthread_join(t, NULL);
    last = atomic_exchange(&shared, zero);
    for (int i = 0; i < 4; i++)
        assert(last.number[i] == 2);
    return 0;
}
