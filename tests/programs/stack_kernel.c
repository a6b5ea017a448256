/* stack_kernel.c - the kernel reads and writes memory on stacks, deeper
 * than the thread itself has ever been: raw system calls in functions that call
 * nothing.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KB 1024

static int ends[2];
static atomic_uint turn;

static inline __attribute__((always_inline)) long raw(long number, long a,
                                                      volatile char *b, long c)
{
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c)
                     : "rcx", "r11", "memory");
    return result;
}

/* Writes a byte that nobody wrote, hence zero, and reads it back to the other
 * end of the frame. */
#define TRY(name, size)                                                        \
    __attribute__((no_sanitize("thread"), noinline)) static long name(void)    \
    {                                                                          \
        volatile char frame[size];                                             \
        long written = raw(SYS_write, ends[1], frame + (size) / 2, 1);         \
                                                                               \
        return written == 1 ? raw(SYS_read, ends[0], frame, 1) : written;      \
    }
TRY(try_5, 5 * KB)
TRY(try_30, 30 * KB)
TRY(try_100, 100 * KB)
TRY(try_300, 300 * KB)

static void *thread(void *argument)
{
    long (*const tries[])(void) = { try_5, try_30, try_100, try_300 };
    unsigned which = atomic_fetch_add(&turn, 1);

    for (unsigned i = 0; i < 2; i++)
        assert(tries[(which + i) % 4]() == 1);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    thread(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
