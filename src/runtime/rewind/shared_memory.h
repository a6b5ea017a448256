/* shared_memory.h - writable memory that was mapped as shared before main: a
 * file's, one in memory, System V's, or children's only.
 *
 * Others may write to it unseen by any tracker, so it is copied, and all of it
 * written back before each execution, under isolation fork too, whose
 * executions would otherwise hand it to each other.  Where there is much, or
 * where it is no plain memory, only a new process has it as it was. */
#ifndef RDL_RUNTIME_REWIND_SHARED_MEMORY_H
#define RDL_RUNTIME_REWIND_SHARED_MEMORY_H

/* The server stands at main: makes the copies. */
void rdl_shared_memory_copy(void);
/* In its child, where an execution is to begin. */
void rdl_shared_memory_unshare(void);

#endif
