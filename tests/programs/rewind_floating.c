/* rewind_floating.c - rounding mode, raised exceptions and traps, of SSE and of
 * the x87 unit, are those of a new process.
 * EXPECT: clean
 * EXECUTIONS: 300
 * LIBS: -lm
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <pthread.h>

static int met;

static void fresh(void)
{
    unsigned mxcsr = __builtin_ia32_stmxcsr();
    unsigned short control;

    __asm__("fnstcw %0" : "=m"(control));
    assert(mxcsr == 0x1f80 && control == 0x37f);
    assert(fegetround() == FE_TONEAREST && fegetexcept() == 0);
}

static void spoil(int mode)
{
    volatile double zero = 0;
    volatile long double long_zero = 0;

    zero = 1 / zero;
    long_zero = 1 / long_zero; /* by the x87 unit, which has flags of its own */
    assert(fesetround(mode) == 0);
    assert(fetestexcept(FE_DIVBYZERO) != 0);
    feenableexcept(FE_OVERFLOW);
}

static void *thread(void *argument)
{
    fresh();
    met++;
    spoil(FE_DOWNWARD);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    fresh();
    assert(fetestexcept(FE_ALL_EXCEPT) == 0);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    spoil(FE_UPWARD);
    return 0;
}
