/* unprotect.c - see unprotect.h. */
#include "runtime/syscalls/unprotect.h"

#include "runtime/syscalls/buffers.h"
#include "runtime/rewind/image/dirty_pages.h"
#include "runtime/rewind/image/image.h"

#include <linux/ioctl.h>
#include <sys/syscall.h>

/* No structure of the kernel is larger. */
#define PLAIN_MOST RDL_PAGE
#define IOCTL_MOST ((size_t)1 << _IOC_SIZEBITS)

static void unprotect_touch(void *start, size_t size, bool written)
{
    if (written)
        rdl_image_touch(start, size);
}

static void unprotect_arguments(const long arg[6], size_t size)
{
    for (int i = 0; i < 6; i++)
        rdl_image_touch((void *)arg[i], size);
}

void rdl_unprotect_call(long number, const long arg[6])
{
    if (!rdl_dirty_pages_closed())
        return;
    switch (rdl_buffers_each(number, arg, unprotect_touch)) {
    case RDL_BUFFERS_NONE:
        return;
    case RDL_BUFFERS_PLAIN:
        unprotect_arguments(arg, number == SYS_ioctl ? IOCTL_MOST : PLAIN_MOST);
        return;
    case RDL_BUFFERS_ANYWHERE:
        rdl_image_open();
        return;
    }
}
