/* stack.h - what lies on stacks below where a thread begins.
 *
 * A local variable that the target reads before it writes it shows what an
 * earlier call left there.  In a new process that is the same each time, so it
 * must be after a rewind: zero, as in fresh memory. */
#ifndef RDL_RUNTIME_CORE_STACK_H
#define RDL_RUNTIME_CORE_STACK_H

#include "runtime/machine/page.h"
#include "runtime/machine/raw.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Used by nearly every thread: cleared in place.  What lies deeper is given
 * back to the kernel, which costs little when there is nothing. */
#define RDL_STACK_NEAR 16384

/* Makes [low, top) read as zero, at a cost that grows with what was used.
 * Inline, and no call inside: top may be the caller's own stack pointer. */
static inline __attribute__((always_inline)) void rdl_stack_clean(char *low,
                                                                  char *top)
{
    char *deep = (char *)rdl_page_down((uintptr_t)(top - RDL_STACK_NEAR));
    size_t n;

    if (deep < low)
        deep = low;
    n = (size_t)(top - deep);
    if (deep > low)
        rdl_raw(SYS_madvise, low, deep - low, MADV_DONTNEED);
    __asm__ volatile("rep stosb" : "+D"(deep), "+c"(n) : "a"(0) : "memory");
}

/* Where main's stack overflows, as its limit was at the start; 0: there is
 * none. */
uintptr_t rdl_stack_floor(void);
/* The lowest page that can be main's stack. */
char *rdl_stack_lowest(void);

#endif
