/* aside.c - the second stack of a thread: code of the target that leaves by
 * longjmp neither uses it up nor lets it be used twice. */
#include "runtime/core/aside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#define KIB 1024
#define ROOM (16 * KIB)
#define STACK UINT64_C(0x700000) /* of the target: only numbers */

struct rdl_thread *rdl_self;
char *rdl_aside;

void rdl_panic(const char *file, int line, const char *text)
{
    print_error("%s:%d: %s\n", file, line, text);
    abort();
}

/* Only rdl_aside_leave needs it, which this test does not call. */
void rdl_sigframe_call_on(char *sp, rdl_sigframe_function *function, int number,
                          siginfo_t *info, void *argument)
{
    (void)sp;
    function(number, info, argument);
}

static char stack[RDL_ASIDE_SIZE] __attribute__((aligned(64)));

/* The target calls the runtime at `sp`; that uses `bytes` and calls code of the
 * target.  Its work must not reach the frames of the runtime. */
static void calls(struct rdl_thread *t, uintptr_t sp, size_t bytes)
{
    uintptr_t from = (uintptr_t)t->aside, to = from - bytes, now;

    *(uintptr_t *)t->aside = sp;
    rdl_aside_lower(t, to);
    now = (uintptr_t)t->aside;
    assert_true(now < to || now - from >= ROOM - 2 * RDL_ASIDE_ABOVE);
    assert_true(now - (uintptr_t)stack < sizeof(stack));
}

static void live_frames_stay(void **state)
{
    struct rdl_donor donor = { .aside =
                                   stack + sizeof(stack) - RDL_ASIDE_ABOVE };
    struct rdl_thread t = {
        .aside = donor.aside,
        .donor = &donor,
        .stack_floor = STACK - (1 << 20),
        .stack_top = STACK,
    };

    (void)state;
    /* Each call leaves by longjmp. */
    for (int i = 0; i < 1000; i++)
        calls(&t, STACK - 4 * KIB, (size_t)(i % 2 ? 7 : 10) * KIB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(live_frames_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
