/* shared_buffers.c - the buffers of system calls: the kernel reads or writes
 * them as part of the calling thread's step.
 *
 * Small arguments that the kernel only reads (names, times, options) are not
 * seen, like accesses by code without hooks: see observe/sharing.c. */
#include "runtime/syscalls/shared_buffers.h"

#include "runtime/observe/sharing.h"
#include "runtime/observe/tap.h"
#include "runtime/syscalls/buffers.h"

static void buffers_touch(void *start, size_t size, enum rdl_buffer_use use)
{
    if (use == RDL_BUFFER_OPEN)
        return;
    rdl_sharing_touch(start, size, use == RDL_BUFFER_WRITTEN);
    rdl_tap_touched(start, size, use == RDL_BUFFER_WRITTEN);
}

void rdl_sharing_call(long number, const long arg[6])
{
    if (rdl_sharing.notes)
        rdl_buffers_each(number, arg, buffers_touch);
}
