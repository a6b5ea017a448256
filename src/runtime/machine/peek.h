/* peek.h - reads memory that may not be mapped. */
#ifndef RDL_RUNTIME_MACHINE_PEEK_H
#define RDL_RUNTIME_MACHINE_PEEK_H

#include "runtime/machine/raw.h"

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

#endif
