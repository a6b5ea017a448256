/* shared_buffers.c - the buffers of system calls: the kernel reads or writes
 * them as part of the calling thread's step. */
#include "runtime/syscalls/shared_buffers.h"

#include "runtime/core/interceptor.h"
#include "runtime/effects/descriptors.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/peek.h"
#include "runtime/observe/sharing.h"
#include "runtime/syscalls/buffers.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* Of the call whose buffers are visited. */
static bool in_step;
static bool was_read; /* it succeeded, and nobody else has stepped since */
static uintptr_t place;

/* The execution has mapped a file as shared. */
static bool maps_file;

void rdl_sharing_mapped_file(void)
{
    maps_file = true;
}

/* The files that raddle keeps output in are not the target's. */
static bool buffers_is_file(int fd)
{
    struct stat st;

    return rdl_raw(SYS_fstat, fd, &st) == 0 && S_ISREG(st.st_mode) &&
           !rdl_descriptor_is_output(&st);
}

/* Does it transfer data of a regular file, which is mapped perhaps? */
static bool buffers_of_file(long number, const long arg[6])
{
    switch (number) {
    case SYS_read:
    case SYS_write:
    case SYS_readv:
    case SYS_writev:
    case SYS_pread64:
    case SYS_pwrite64:
    case SYS_preadv:
    case SYS_pwritev:
    case SYS_preadv2:
    case SYS_pwritev2:
    case SYS_ftruncate:
    case SYS_fallocate:
        return buffers_is_file((int)arg[0]);
    case SYS_sendfile:
    case SYS_splice:
    case SYS_copy_file_range:
        return true;
    default:
        return false;
    }
}

bool rdl_sharing_reads_state(long number, const long arg[6])
{
    switch (number) {
    case SYS_fstat:
    case SYS_newfstatat: /* of a descriptor */
        return buffers_is_file((int)arg[0]);
    case SYS_semop:
    case SYS_semtimedop:
    case SYS_msgsnd:
    case SYS_msgrcv:
        return true;
    default:
        return false;
    }
}

/* How much of a string there is, with its NUL.  A call that failed may not have
 * looked at it, and it may lie anywhere. */
static size_t buffers_text(uintptr_t text)
{
    char piece[256]; /* divides a page */
    size_t size = 0;

    if (was_read)
        return strlen((const char *)text) + 1;
    while (size < PATH_MAX) {
        const size_t n = sizeof(piece) - (text + size) % sizeof(piece);
        const char *end;

        if (!rdl_peek(piece, text + size, n))
            break;
        end = memchr(piece, '\0', n);
        if (end != NULL)
            return size + (size_t)(end - piece) + 1;
        size += n;
    }
    return size;
}

static void buffers_touch(void *start, size_t size, enum rdl_buffer_use use)
{
    if (use == RDL_BUFFER_OPEN || start == NULL)
        return;
    if (use == RDL_BUFFER_TEXT)
        size = buffers_text((uintptr_t)start);
    if (in_step && use == RDL_BUFFER_TEXT)
        rdl_call_scans(start, size, /*writes=*/false, place);
    else if (in_step && use != RDL_BUFFER_EARLY)
        rdl_call_touches(start, size, use == RDL_BUFFER_WRITTEN);
    else
        rdl_call_touches_late(start, size, use == RDL_BUFFER_WRITTEN,
                              RDL_UNSEEN "a system call", place);
}

void rdl_sharing_call(long number, const long arg[6], long result,
                      uint64_t steps, uintptr_t pc)
{
    if (!rdl_sharing.notes || result == -EFAULT)
        return;
    if (unlikely(maps_file) && rdl_sharing.all && buffers_of_file(number, arg))
        rdl_call_unseen("a file is mapped as shared, and read or written by a "
                        "system call, too",
                        pc);
    in_step = rdl_steps != steps;
    was_read = result >= 0 && rdl_steps <= steps + 1;
    place = pc;
    rdl_buffers_each(number, arg, buffers_touch);
}
