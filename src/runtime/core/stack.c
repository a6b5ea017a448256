/* stack.c - see stack.h. */
#include "runtime/core/stack.h"

#include "runtime/core/persistent.h"

#include <sys/resource.h>

/* The kernel keeps at least 128 MiB below main's stack free of other mappings
 * (mmap_base in arch/x86/mm/mmap.c). */
#define MOST (UINT64_C(64) << 20)

extern void *__libc_stack_end; /* the loader's: where main's stack begins */

uintptr_t rdl_stack_floor(void)
{
    static uintptr_t floor;
    static bool known;
    RDL_PERSISTENT_HERE(floor);
    RDL_PERSISTENT_HERE(known);
    uintptr_t end = (uintptr_t)__libc_stack_end;
    struct rlimit limits;

    if (!known && rdl_raw(SYS_getrlimit, RLIMIT_STACK, &limits) == 0 &&
        limits.rlim_cur <= end)
        floor = end - limits.rlim_cur;
    known = true;
    return floor;
}

char *rdl_stack_lowest(void)
{
    uintptr_t lowest = rdl_page_down((uintptr_t)__libc_stack_end - MOST);
    uintptr_t floor = rdl_page_down(rdl_stack_floor());

    return (char *)(floor > lowest ? floor : lowest);
}
