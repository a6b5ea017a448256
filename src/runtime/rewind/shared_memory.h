/* shared_memory.h - writable memory that was mapped as shared before main: of a
 * file, anonymous, of System V, or shared only with children.
 *
 * Other processes may write to it unseen by any tracker.  So the runtime copies
 * it and writes all of it back before each execution, under isolation fork too:
 * otherwise one execution would pass its changes on to the next.  If there is
 * much of it, or if it is not plain memory, only a new process can restore
 * it. */
#ifndef RDL_RUNTIME_REWIND_SHARED_MEMORY_H
#define RDL_RUNTIME_REWIND_SHARED_MEMORY_H

/* The server is at main: makes the copies. */
void rdl_shared_memory_copy(void);
/* In the server's child, before an execution begins. */
void rdl_shared_memory_unshare(void);

#endif
