/* stack_limit.c - see stack_limit.h. */
#include "exec/stack_limit.h"

#include "util/alloc.h"

#include <sys/resource.h>

bool rdl_stack_limit_small(size_t *kib)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) != 0 ||
        limit.rlim_cur / 1024 >= RDL_STACK_LEAST)
        return false;
    *kib = (size_t)limit.rlim_cur / 1024;
    return true;
}

char *rdl_stack_limit_text(void)
{
    size_t kib;

    if (!rdl_stack_limit_small(&kib))
        return NULL;
    return rdl_format("its stack is limited to %zu KiB (ulimit -s), and under "
                      "raddle it needs %d KiB to reach main: raise the limit "
                      "(ulimit -s 8192)",
                      kib, RDL_STACK_LEAST);
}
