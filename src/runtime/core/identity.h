/* identity.h - the virtual process and thread ids that the target sees.
 *
 * Real ids differ between executions and would enter values, names of temporary
 * files and lock words.  The id of thread 0 is the process id, as in the
 * kernel. */
#ifndef RDL_RUNTIME_CORE_IDENTITY_H
#define RDL_RUNTIME_CORE_IDENTITY_H

#include "base/event.h"

/* Above every real id (the kernel's PID_MAX_LIMIT is 2^22): a lock taken before
 * control began contains its holder's real id. */
#define RDL_VPID 4500000

static inline int rdl_vtid(rdl_tid tid)
{
    return RDL_VPID + tid;
}

struct rdl_thread;

/* The process id: RDL_VPID.  In a child that the target forked it is the pid
 * that fork returned to the parent; the child passes it to
 * rdl_identity_child(). */
int rdl_identity_pid(void);
void rdl_identity_child(int pid);
/* The id of its parent. */
int rdl_identity_parent(void);
/* During vfork the child runs in the parent's memory and the parent waits:
 * between lend() and back() these ids are the child's. */
void rdl_identity_lend(int pid);
void rdl_identity_back(void);
/* What gettid() returns in t. */
int rdl_identity_tid(const struct rdl_thread *t);
/* The live thread with this id (0: the caller), or NULL. */
struct rdl_thread *rdl_identity_thread(int tid);

#endif
