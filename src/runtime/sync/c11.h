/* c11.h - shared by the files of the C11 family. */
#ifndef RDL_RUNTIME_SYNC_C11_H
#define RDL_RUNTIME_SYNC_C11_H

#include <errno.h>
#include <threads.h>

/* glibc's translation of an error number. */
static inline int rdl_c11_result(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case ENOMEM:
        return thrd_nomem;
    case ETIMEDOUT:
        return thrd_timedout;
    case EBUSY:
        return thrd_busy;
    default:
        return thrd_error;
    }
}

#endif
