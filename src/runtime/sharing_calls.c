/* sharing_calls.c - the buffers of system calls: the kernel reads or writes
 * them as part of the calling thread's step.
 *
 * Named are the calls by which threads hand each other data.  What others
 * write (times, names, results of a query) goes unseen, as does what code
 * without hooks does: see sharing.c. */
#include "runtime/sharing.h"

#include <limits.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

static void touch_vectors(const struct iovec *vectors, size_t n, bool write)
{
    for (size_t i = 0; vectors != NULL && i < n && n <= IOV_MAX; i++)
        rdl_sharing_touch(vectors[i].iov_base, vectors[i].iov_len, write);
}

static void touch_message(const struct msghdr *m, bool write)
{
    if (m != NULL)
        touch_vectors(m->msg_iov, m->msg_iovlen, write);
}

void rdl_sharing_call(long number, const long arg[6])
{
    if (!rdl_sharing.notes)
        return;
    switch (number) {
    case SYS_read:
    case SYS_pread64:
    case SYS_recvfrom:
        rdl_sharing_touch((void *)arg[1], (size_t)arg[2], /*write=*/true);
        break;
    case SYS_write:
    case SYS_pwrite64:
    case SYS_sendto:
        rdl_sharing_touch((void *)arg[1], (size_t)arg[2], /*write=*/false);
        break;
    case SYS_readv:
    case SYS_preadv:
    case SYS_preadv2:
        touch_vectors((void *)arg[1], (size_t)arg[2], /*write=*/true);
        break;
    case SYS_writev:
    case SYS_pwritev:
    case SYS_pwritev2:
        touch_vectors((void *)arg[1], (size_t)arg[2], /*write=*/false);
        break;
    case SYS_recvmsg:
        touch_message((void *)arg[1], /*write=*/true);
        break;
    case SYS_sendmsg:
        touch_message((void *)arg[1], /*write=*/false);
        break;
    }
}
