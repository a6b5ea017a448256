/* futex_pi.c - the kernel's own lock: it hands the word to a waiter.
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

static uint32_t word;
static int inside, entered;

static long futex(int op)
{
    return syscall(SYS_futex, &word, op | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0);
}

static void *enter(void *argument)
{
    uint32_t own = (uint32_t)gettid();

    for (int i = 0; i < 2; i++) {
        assert(futex(FUTEX_LOCK_PI) == 0);
        assert((__atomic_load_n(&word, __ATOMIC_RELAXED) & FUTEX_TID_MASK) ==
               own);
        assert(inside++ == 0);
        assert(futex(FUTEX_LOCK_PI) == -1 && errno == EDEADLK);
        entered++;
        inside--;
        assert(futex(FUTEX_UNLOCK_PI) == 0);
    }
    if (futex(FUTEX_TRYLOCK_PI) == 0)
        assert(futex(FUTEX_UNLOCK_PI) == 0);
    else
        assert(errno == EAGAIN);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    assert(futex(FUTEX_UNLOCK_PI) == -1 && errno == EPERM);
    pthread_create(&a, NULL, enter, NULL);
    pthread_create(&b, NULL, enter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(entered == 4);
    return 0;
}
