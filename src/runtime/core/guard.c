/* guard.c - see guard.h.
 *
 * The kernel sees by the stack pointer whether a handler's stack is in use, and
 * our fault handlers block no signals (signals/kernel_handlers.c).  So a jump
 * out of a handler leaves nothing behind. */
#include "runtime/core/guard.h"

#include <stddef.h>

struct guard {
    void *here[5]; /* as required by __builtin_setjmp */
    struct guard *outer;
};

static struct guard *innermost;

bool rdl_guard_run(void (*work)(void *), void *argument)
{
    struct guard guard = { .outer = innermost };

    if (__builtin_setjmp(guard.here) != 0)
        return false;
    innermost = &guard;
    work(argument);
    innermost = guard.outer;
    return true;
}

void rdl_guard_leave(void)
{
    struct guard *guard = innermost;

    if (guard == NULL)
        return;
    innermost = guard->outer;
    __builtin_longjmp(guard->here, 1);
}
