/* shared_buffers.c - the buffers of system calls: the kernel reads or writes
 * them as part of the calling thread's step.
 *
 * Buffers without an entry of their own in syscalls/buffers.c (times, names,
 * results of a query) are not seen, like accesses by code without hooks: see
 * observe/sharing.c. */
#include "runtime/syscalls/shared_buffers.h"

#include "runtime/observe/sharing.h"
#include "runtime/syscalls/buffers.h"

static void buffers_touch(void *start, size_t size, bool written)
{
    rdl_sharing_touch(start, size, written);
}

void rdl_sharing_call(long number, const long arg[6])
{
    if (rdl_sharing.notes)
        rdl_buffers_each(number, arg, buffers_touch);
}
