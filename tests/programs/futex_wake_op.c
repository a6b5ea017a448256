/* futex_wake_op.c - FUTEX_WAKE_OP changes the second word, wakes on the first,
 * and on the second only if its old value compares.
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

static uint32_t one, two;

static long futex(uint32_t *word, int op, uint32_t value, long value2,
                  uint32_t *word2, uint32_t value3)
{
    return syscall(SYS_futex, word, op, value, value2, word2, value3);
}

static void *sleep_on(void *word)
{
    while (__atomic_load_n((uint32_t *)word, __ATOMIC_ACQUIRE) == 0)
        futex(word, FUTEX_WAIT_PRIVATE, 0, 0, NULL, 0);
    return NULL;
}

static long wake_op(uint32_t op)
{
    return futex(&one, FUTEX_WAKE_OP_PRIVATE, 9, 9, &two, op);
}

int main(void)
{
    uint32_t spare = 12;
    pthread_t a, b;
    long woken;

    pthread_create(&a, NULL, sleep_on, &one);
    pthread_create(&b, NULL, sleep_on, &two);
    /* two == 0: add 5; 0 > 3 is false, so only `one` is woken. */
    __atomic_store_n(&one, 1, __ATOMIC_RELEASE);
    woken = wake_op(FUTEX_OP(FUTEX_OP_ADD, 5, FUTEX_OP_CMP_GT, 3));
    assert(woken == 0 || woken == 1);
    assert(two == 5);
    /* Now it holds: `two` is woken. */
    woken = wake_op(FUTEX_OP(FUTEX_OP_OR, 8, FUTEX_OP_CMP_EQ, 5));
    assert(woken == 0 || woken == 1);
    assert(two == 13);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(futex(&one, FUTEX_WAKE_OP, 1, 1, &spare,
                 FUTEX_OP(FUTEX_OP_ANDN, 4, FUTEX_OP_CMP_LT, 20)) == 0);
    assert(spare == 8);
    futex(
        &one, FUTEX_WAKE_OP, 1, 1, &spare,
        FUTEX_OP((FUTEX_OP_XOR | FUTEX_OP_OPARG_SHIFT), 3, FUTEX_OP_CMP_NE, 0));
    assert(spare == 0);
    futex(&one, FUTEX_WAKE_OP, 1, 1, &spare,
          FUTEX_OP(FUTEX_OP_SET, -2, FUTEX_OP_CMP_GE, 0));
    assert((int)spare == -2);
    return 0;
}
