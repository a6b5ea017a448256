/* shared_buffers.h - the buffers of system calls as accesses of the calling
 * thread. */
#ifndef RDL_RUNTIME_SYSCALLS_SHARED_BUFFERS_H
#define RDL_RUNTIME_SYSCALLS_SHARED_BUFFERS_H

/* The calling thread makes this system call. */
void rdl_sharing_call(long number, const long arg[6]);

#endif
