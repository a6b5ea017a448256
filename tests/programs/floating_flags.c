/* floating_flags.c - each thread has exception flags of its own, in the x87
 * status word as in MXCSR.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>

#define DIVISION_BY_ZERO 4
#define ALL 0x3f

static unsigned flags_x87(void)
{
    unsigned short status;

    __asm__ volatile("fnstsw %0" : "=m"(status));
    return status & ALL;
}

static unsigned flags_sse(void)
{
    unsigned control;

    __asm__ volatile("stmxcsr %0" : "=m"(control));
    return control & ALL;
}

static void *divides(void *unused)
{
    volatile long double zero_x87 = 0, quotient_x87 = 1 / zero_x87;
    volatile double zero_sse = 0, quotient_sse = 1 / zero_sse;

    (void)quotient_x87;
    (void)quotient_sse;
    for (int i = 0; i < 3; i++) {
        sched_yield();
        assert((flags_x87() & DIVISION_BY_ZERO) != 0);
        assert((flags_sse() & DIVISION_BY_ZERO) != 0);
    }
    return unused;
}

static void *looks_on(void *unused)
{
    for (int i = 0; i < 3; i++) {
        sched_yield();
        assert(flags_x87() == 0 && flags_sse() == 0);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, divides, NULL);
    pthread_create(&b, NULL, looks_on, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
