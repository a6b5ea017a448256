/* futex_inline.c - a lock built on futex system calls that the program makes
 * itself, with the instruction: nothing of the C library is called.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>

static atomic_int word; /* 0 free, 1 held, 2 held and awaited */
static int counter;

static long futex(atomic_int *w, int op, int value)
{
    register long timeout __asm__("r10") = 0;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(SYS_futex), "D"(w), "S"(op), "d"(value), "r"(timeout)
                     : "rcx", "r11", "memory");
    return result;
}

static void lock(void)
{
    int seen = 0;

    if (atomic_compare_exchange_strong(&word, &seen, 1))
        return;
    while (atomic_exchange(&word, 2) != 0)
        futex(&word, FUTEX_WAIT_PRIVATE, 2);
}

static void unlock(void)
{
    if (atomic_exchange(&word, 0) == 2)
        futex(&word, FUTEX_WAKE_PRIVATE, 1);
}

static void *work(void *unused)
{
    double kept = 1.5; /* in a register that the kernel must give back */

    (void)unused;
    for (int i = 0; i < 3; i++) {
        lock();
        counter++;
        unlock();
        kept += 0.25;
    }
    assert(kept == 2.25);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    assert(futex(&word, FUTEX_WAIT_PRIVATE, 5) == -11); /* EAGAIN */
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 6);
}
