/* futex_requeue.c - a broadcast that wakes one waiter and moves the others to
 * another word, where they are woken one by one.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint32_t from, to;
static int woken;

static long futex(uint32_t *word, int op, uint32_t value, long value2,
                  uint32_t *word2, uint32_t value3)
{
    return syscall(SYS_futex, word, op, value, value2, word2, value3);
}

static void *sleep_on_from(void *argument)
{
    while (futex(&from, FUTEX_WAIT, 0, 0, NULL, 0) != 0 && errno == EINTR)
        ;
    __atomic_fetch_add(&woken, 1, __ATOMIC_RELEASE);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    long moved, requeued, left;

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, sleep_on_from, NULL);
    assert(futex(&from, FUTEX_CMP_REQUEUE, 1, 9, &to, 5) == -1);
    assert(errno == EAGAIN);
    moved = futex(&from, FUTEX_CMP_REQUEUE, 1, 1, &to, 0);
    assert(moved >= 0 && moved <= 2);
    requeued = futex(&from, FUTEX_REQUEUE, 0, 9, &to, 0);
    assert(requeued >= 0 && moved + requeued <= 3);
    /* Whoever comes now finds another value and does not sleep. */
    __atomic_store_n(&from, 1, __ATOMIC_RELEASE);
    futex(&from, FUTEX_WAKE, 9, 0, NULL, 0);
    left = moved + requeued - (moved > 0);
    assert(futex(&to, FUTEX_WAKE, 1, 0, NULL, 0) == (left > 0));
    assert(futex(&to, FUTEX_WAKE, 9, 0, NULL, 0) == (left > 1 ? left - 1 : 0));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(woken == 3);
    return 0;
}
