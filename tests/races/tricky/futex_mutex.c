/* futex_mutex.c - a lock of a futex with three states (Drepper, Futexes Are
 * Tricky); the twin unlocks relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#define _GNU_SOURCE
#include "../race.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

atomic_int word;

static void lock(void)
{
    int c = 0;

    if (atomic_compare_exchange_strong_explicit(&word, &c, 1, ACQUIRE, RELAXED))
        return;
    if (c != 2)
        c = atomic_exchange_explicit(&word, 2, ACQUIRE);
    while (c != 0) {
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
        c = atomic_exchange_explicit(&word, 2, ACQUIRE);
    }
}

static void unlock(void)
{
    if (atomic_exchange_explicit(&word, 0, TWO(RELEASE, RELAXED)) == 2)
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

THREAD(add)
{
    for (int i = 0; i < 2; i++) {
        lock();
        data++;
        unlock();
    }
    return NULL;
}

int main(void)
{
    run(add, add);
    return 0;
}
