/* futex_bitset.c - bit sets decide whom a wake reaches; time-outs, relative
 * and absolute; errors.
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
#include <time.h>
#include <unistd.h>

static uint32_t word;
static int even_done, odd_done;

static long futex(int op, uint32_t value, const struct timespec *timeout,
                  uint32_t bits)
{
    return syscall(SYS_futex, &word, op | FUTEX_PRIVATE_FLAG, value, timeout,
                   NULL, bits);
}

static void *wait_even(void *argument)
{
    futex(FUTEX_WAIT_BITSET, 0, NULL, 2);
    __atomic_store_n(&even_done, 1, __ATOMIC_RELEASE);
    return argument;
}

static void *wait_odd(void *argument)
{
    struct timespec when, now;
    long result;

    clock_gettime(CLOCK_MONOTONIC, &when);
    when.tv_sec += 5;
    result = futex(FUTEX_WAIT_BITSET, 0, &when, 1);
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (result == -1 && errno == ETIMEDOUT)
        assert(now.tv_sec >= when.tv_sec);
    __atomic_store_n(&odd_done, 1, __ATOMIC_RELEASE);
    return argument;
}

int main(void)
{
    struct timespec tick = { .tv_nsec = 1000000 };
    struct timespec wrong = { .tv_nsec = 1000000000 };
    struct timespec past = { .tv_sec = 1 };
    pthread_t a, b;
    long odd, even;

    assert(futex(FUTEX_WAIT, 0, &tick, 0) == -1 && errno == ETIMEDOUT);
    assert(futex(FUTEX_WAIT, 1, &tick, 0) == -1 && errno == EAGAIN);
    assert(futex(FUTEX_WAIT, 0, &wrong, 0) == -1 && errno == EINVAL);
    assert(futex(FUTEX_WAIT_BITSET, 0, NULL, 0) == -1 && errno == EINVAL);
    assert(futex(FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 0, &past, 1) == -1);
    assert(errno == ETIMEDOUT);
    pthread_create(&a, NULL, wait_even, NULL);
    pthread_create(&b, NULL, wait_odd, NULL);
    assert(futex(FUTEX_WAKE_BITSET, 9, NULL, 4) == 0);
    odd = futex(FUTEX_WAKE_BITSET, 9, NULL, 1);
    even = futex(FUTEX_WAKE_BITSET, 9, NULL, 2);
    assert(odd >= 0 && odd <= 1 && even >= 0 && even <= 1);
    /* Nobody sleeps from here on: whoever comes finds another value. */
    __atomic_store_n(&word, 1, __ATOMIC_RELEASE);
    futex(FUTEX_WAKE, 9, NULL, 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(even_done && odd_done);
    return 0;
}
