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

/* Gives the pages of [low, top) back to the kernel, except the highest `near`
 * bytes and the rest of their page.  Returns where those begin. */
static inline char *rdl_stack_give_back(char *low, char *top, size_t near)
{
    char *deep = (char *)rdl_page_down((uintptr_t)(top - near));

    if (deep <= low)
        return low;
    rdl_raw(SYS_madvise, low, deep - low, MADV_DONTNEED);
    return deep;
}

/* Inline and without calls: `to` may be the caller's own stack pointer. */
static inline __attribute__((always_inline)) void rdl_stack_clear(char *from,
                                                                  char *to)
{
    size_t n = (size_t)(to - from);

    __asm__ volatile("rep stosb" : "+D"(from), "+c"(n) : "a"(0) : "memory");
}

/* Makes [low, top) read as zero, at a cost proportional to what was used. */
static inline void rdl_stack_clean(char *low, char *top)
{
    rdl_stack_clear(rdl_stack_give_back(low, top, RDL_STACK_NEAR), top);
}

/* Where main's stack overflows under the limit it had at the start; 0: it has
 * no limit. */
uintptr_t rdl_stack_floor(void);
/* The lowest page that can be main's stack. */
char *rdl_stack_lowest(void);

#endif
