/* identity.h - the process and thread numbers that the target is shown.
 *
 * Real ones differ from execution to execution and would enter values, names
 * of temporary files and lock words.  Thread 0's number is the process's, as
 * the kernel has it. */
#ifndef RDL_RUNTIME_CORE_IDENTITY_H
#define RDL_RUNTIME_CORE_IDENTITY_H

#include "base/event.h"

/* Above every real number (the kernel's PID_MAX_LIMIT is 2^22): a lock that was
 * taken before control began carries the real one of its holder. */
#define RDL_VPID 4500000

static inline int rdl_vtid(rdl_tid tid)
{
    return RDL_VPID + tid;
}

struct rdl_thread;

/* The process's number: RDL_VPID, but in a child of the target's fork what its
 * parent was told, which the child hands to rdl_identity_child(). */
int rdl_identity_pid(void);
void rdl_identity_child(int pid);
/* That of its parent. */
int rdl_identity_parent(void);
/* While a child runs in the process's memory and the process waits for it
 * (vfork), these numbers are the child's. */
void rdl_identity_lend(int pid);
void rdl_identity_back(void);
/* What gettid() says in t. */
int rdl_identity_tid(const struct rdl_thread *t);
/* The live thread with this number (0: the caller), NULL if none. */
struct rdl_thread *rdl_identity_thread(int tid);

#endif
