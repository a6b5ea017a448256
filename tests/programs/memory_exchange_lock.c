/* memory_exchange_lock.c - a spin lock made of an exchange: who spins on it
 * changes nothing and is left out until the holder has gone on.
 * EXPECT: clean
 * EXECUTIONS: 200
 * OPTIONS: --steps=5000
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static atomic_int busy;
static int inside, total;

static void *work(void *unused)
{
    for (int i = 0; i < 2; i++) {
        while (atomic_flag_test_and_set(&taken))
            ;
        assert(inside == 0);
        inside = 1;
        total++;
        inside = 0;
        atomic_flag_clear(&taken);
        while (atomic_exchange(&busy, 1) != 0)
            ;
        total++;
        total--;
        atomic_store(&busy, 0);
    }
    return unused;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
