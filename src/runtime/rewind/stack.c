/* stack.c - see stack.h. */
#include "runtime/rewind/stack.h"

#include <sys/resource.h>

/* The kernel keeps at least 128 MiB below main's stack free of other mappings
 * (mmap_base in arch/x86/mm/mmap.c). */
#define MOST (UINT64_C(64) << 20)

char *rdl_stack_lowest(char *end)
{
    struct rlimit limits;
    uintptr_t most = MOST;

    if (rdl_raw(SYS_getrlimit, RLIMIT_STACK, &limits) == 0 &&
        limits.rlim_cur < most)
        most = limits.rlim_cur;
    return (char *)(((uintptr_t)end - most) & ~UINT64_C(4095));
}
