/* vector.h - walks through the buffers of a scattered call. */
#ifndef RDL_RUNTIME_IO_VECTOR_H
#define RDL_RUNTIME_IO_VECTOR_H

#include <stddef.h>
#include <sys/uio.h>

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
