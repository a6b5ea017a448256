/* stack.h - the contents of a stack below the point where a thread begins.
 *
 * When the target reads a local variable before writing it, it sees what an
 * earlier call left there.  In a new process that is the same each time, so a
 * rewind must restore it: to zero, as in fresh memory. */
#ifndef RDL_RUNTIME_CORE_STACK_H
#define RDL_RUNTIME_CORE_STACK_H

#include "runtime/machine/page.h"
#include "runtime/machine/raw.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Nearly every thread uses this much: it is cleared in place.  Deeper pages go
 * back to the kernel, which is cheap when no page was used. */
#define RDL_STACK_NEAR 16384

/* Makes [low, top) read as zero, at a cost proportional to what was used.
 * Inline and without calls: top may be the caller's own stack pointer. */
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

/* Where main's stack overflows under the limit it had at the start; 0: it has
 * no limit. */
uintptr_t rdl_stack_floor(void);
/* The lowest page that can be main's stack. */
char *rdl_stack_lowest(void);

#endif
