/* shared_buffers.h - the buffers of system calls as accesses of the calling
 * thread. */
#ifndef RDL_RUNTIME_SYSCALLS_SHARED_BUFFERS_H
#define RDL_RUNTIME_SYSCALLS_SHARED_BUFFERS_H

#include <stdbool.h>
#include <stdint.h>

/* The calling thread has made this system call, with this result; when it
 * began, rdl_steps was `steps`.  Not earlier: what the call does belongs to its
 * own step, not to the one before. */
void rdl_sharing_call(long number, const long arg[6], long result,
                      uint64_t steps, uintptr_t pc);

/* Does the call, which is not a step, depend on what other threads may change:
 * the size of a file, a queue of System V? */
bool rdl_sharing_reads_state(long number, const long arg[6]);

/* The target has mapped a file as shared: from here on, calls that read
 * or write a file touch memory that no table names. */
void rdl_sharing_mapped_file(void);

#endif
