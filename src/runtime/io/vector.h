/* vector.h - walks through the buffers of a scattered call.  The caller has
 * made sure that the structures themselves can be read; whether the buffers
 * can be accessed the kernel says. */
#ifndef RDL_RUNTIME_IO_VECTOR_H
#define RDL_RUNTIME_IO_VECTOR_H

#include "runtime/machine/peek.h"

#include <limits.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* May the call follow it?  If not, it fails, and the kernel says how. */
static inline bool rdl_io_vectors_ok(const struct iovec *iov, size_t n)
{
    return n <= IOV_MAX && rdl_readable(iov, n * sizeof(*iov));
}

/* The same of a message, without its name and control data. */
static inline bool rdl_io_message_ok(const struct msghdr *m)
{
    return rdl_readable(m, sizeof(*m)) &&
           rdl_io_vectors_ok(m->msg_iov, m->msg_iovlen);
}

static inline size_t rdl_io_total(const struct iovec *iov, size_t n)
{
    size_t total = 0;

    for (size_t i = 0; i < n; i++)
        total += iov[i].iov_len;
    return total;
}

/* What follows the first `done` bytes, as far as it is contiguous; empty after
 * the end. */
static inline struct iovec rdl_io_rest(const struct iovec *iov, size_t n,
                                       size_t done)
{
    for (size_t i = 0; i < n; i++) {
        if (done < iov[i].iov_len)
            return (struct iovec){ (char *)iov[i].iov_base + done,
                                   iov[i].iov_len - done };
        done -= iov[i].iov_len;
    }
    return (struct iovec){ NULL, 0 };
}

#endif
