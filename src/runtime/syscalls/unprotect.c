/* unprotect.c - see unprotect.h. */
#include "runtime/syscalls/unprotect.h"

#include "runtime/syscalls/buffers.h"
#include "runtime/rewind/image/dirty_pages.h"
#include "runtime/rewind/image/image.h"

/* No structure of the kernel is larger. */
#define UNKNOWN_MOST RDL_PAGE

static void unprotect_touch(void *start, size_t size, enum rdl_buffer_use use)
{
    if (use == RDL_BUFFER_WRITTEN || use == RDL_BUFFER_OPEN)
        rdl_image_touch(start, size);
}

static void unprotect_arguments(const long arg[6])
{
    for (int i = 0; i < 6; i++)
        rdl_image_touch((void *)arg[i], UNKNOWN_MOST);
}

void rdl_unprotect_call(long number, const long arg[6])
{
    if (!rdl_dirty_pages_closed())
        return;
    switch (rdl_buffers_each(number, arg, unprotect_touch)) {
    case RDL_BUFFERS_NONE:
        return;
    case RDL_BUFFERS_UNKNOWN:
        unprotect_arguments(arg);
        return;
    case RDL_BUFFERS_ANYWHERE:
        rdl_image_open();
        return;
    }
}

long rdl_unprotect_pass(long number, const long arg[6])
{
    rdl_unprotect_call(number, arg);
    return rdl_image_call(number, arg);
}
