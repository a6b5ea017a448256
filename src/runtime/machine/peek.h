/* peek.h - reads memory that may not be mapped. */
#ifndef RDL_RUNTIME_MACHINE_PEEK_H
#define RDL_RUNTIME_MACHINE_PEEK_H

#include "runtime/machine/page.h"
#include "runtime/machine/raw.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/uio.h>

/* By a system call: the kernel notices without a fault.  False: not all of it
 * can be read. */
static inline bool rdl_peek(void *to, uintptr_t from, size_t size)
{
    struct iovec into = { .iov_base = to, .iov_len = size };
    struct iovec at = { .iov_base = (void *)from, .iov_len = size };

    return rdl_raw(SYS_process_vm_readv, rdl_raw(SYS_getpid), &into, 1, &at, 1,
                   0) == (long)size;
}

/* Can all of it be read?  A word of each page tells: the kernel reads the set
 * of signals before it sees that -1 does not say what to do with it.  Where it
 * refuses the system call itself (a sandbox), everything counts as readable. */
static inline bool rdl_readable(const volatile void *start, size_t size)
{
    const size_t word = sizeof(uint64_t);
    uintptr_t at = (uintptr_t)start;
    const uintptr_t end = at + size;

    if (end < at)
        return false;
    for (; at < end; at = rdl_page_up(at + 1)) {
        if (rdl_raw(SYS_rt_sigprocmask, -1, at & ~(word - 1), NULL, word) ==
            -EFAULT)
            return false;
    }
    return true;
}

/* The same of what a call may leave out. */
static inline bool rdl_readable_if_any(const volatile void *start, size_t size)
{
    return start == NULL || rdl_readable(start, size);
}

#endif
