/* shared_buffers.h - the buffers of system calls as accesses of the calling
 * thread. */
#ifndef RDL_RUNTIME_SYSCALLS_SHARED_BUFFERS_H
#define RDL_RUNTIME_SYSCALLS_SHARED_BUFFERS_H

#include <stdint.h>

/* The calling thread has made this system call, with this result; when it
 * began, rdl_steps was `steps`.  Not earlier: what the call does belongs to its
 * own step, not to the one before. */
void rdl_sharing_call(long number, const long arg[6], long result,
                      uint64_t steps, uintptr_t pc);

/* The target has mapped a file as shared: from here on, calls that read
 * or write a file touch memory that no table names. */
void rdl_sharing_mapped_file(void);

#endif
