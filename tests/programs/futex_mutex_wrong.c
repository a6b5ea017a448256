/* futex_mutex_wrong.c - a mutex on the raw futex call that forgets, as it
 * wakes, that others may wait too: the last one sleeps for ever.
 * EXPECT: deadlock
 * EXECUTIONS: 2000
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint32_t word;

static void lock(void)
{
    uint32_t seen = 0;

    while (!__atomic_compare_exchange_n(&word, &seen, 1, 0, __ATOMIC_ACQUIRE,
                                        __ATOMIC_ACQUIRE)) {
        if (__atomic_exchange_n(&word, 2, __ATOMIC_ACQUIRE) == 0)
            break;
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
        seen = 0; /* wrong: takes it back as 1, not as 2 */
    }
}

static void unlock(void)
{
    if (__atomic_exchange_n(&word, 0, __ATOMIC_RELEASE) == 2)
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *enter(void *argument)
{
    lock();
    unlock();
    return argument;
}

int main(void)
{
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
