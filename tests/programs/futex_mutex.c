/* futex_mutex.c - a mutex on the raw futex call (Drepper, Futexes Are Tricky):
 * 0 free, 1 held, 2 held and perhaps waited for.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint32_t word;
static int inside, entered;

static void lock(void)
{
    uint32_t seen = 0;

    if (__atomic_compare_exchange_n(&word, &seen, 1, 0, __ATOMIC_ACQUIRE,
                                    __ATOMIC_ACQUIRE))
        return;
    if (seen != 2)
        seen = __atomic_exchange_n(&word, 2, __ATOMIC_ACQUIRE);
    while (seen != 0) {
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
        seen = __atomic_exchange_n(&word, 2, __ATOMIC_ACQUIRE);
    }
}

static void unlock(void)
{
    if (__atomic_exchange_n(&word, 0, __ATOMIC_RELEASE) == 2)
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *enter(void *argument)
{
    for (int i = 0; i < 2; i++) {
        lock();
        assert(inside++ == 0);
        entered++;
        inside--;
        unlock();
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(entered == 6);
    return 0;
}
