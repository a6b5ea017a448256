/* buffers.h - where a system call reads and writes memory.
 *
 * One table for all users: the tracker that would make the kernel fail there
 * (syscalls/unprotect.c), and the code that learns which memory threads share
 * (runtime/observe/sharing.h). */
#ifndef RDL_RUNTIME_SYSCALLS_BUFFERS_H
#define RDL_RUNTIME_SYSCALLS_BUFFERS_H

#include <stddef.h>

enum rdl_buffer_use {
    RDL_BUFFER_READ,
    RDL_BUFFER_WRITTEN,
    /* The kernel needs it writable, and may write less of it or nothing. */
    RDL_BUFFER_OPEN,
};

typedef void rdl_buffers_visit(void *start, size_t size,
                               enum rdl_buffer_use use);

/* What the kernel writes besides the visited buffers. */
enum rdl_buffers_rest {
    RDL_BUFFERS_NONE,
    RDL_BUFFERS_UNKNOWN,  /* something of fixed size, behind any argument */
    RDL_BUFFERS_ANYWHERE, /* later, or through nested pointers */
};

enum rdl_buffers_rest rdl_buffers_each(long number, const long arg[6],
                                       rdl_buffers_visit *visit);

#endif
