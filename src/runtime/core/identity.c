/* identity.c - see identity.h. */
#include "runtime/core/identity.h"

#include "runtime/core/thread.h"

static int process = RDL_VPID;
static int parent = RDL_VPID - 1;
/* In a child that the target forked: the thread that called fork, whose tid is
 * the child's pid. */
static const struct rdl_thread *forker;

/* The ids lent to a vfork child. */
static struct {
    int process, parent;
    const struct rdl_thread *forker;
} lender;

void rdl_identity_child(int pid)
{
    parent = process;
    process = pid;
    forker = rdl_self;
}

void rdl_identity_lend(int pid)
{
    lender.process = process;
    lender.parent = parent;
    lender.forker = forker;
    rdl_identity_child(pid);
}

void rdl_identity_back(void)
{
    process = lender.process;
    parent = lender.parent;
    forker = lender.forker;
}

int rdl_identity_pid(void)
{
    return process;
}

int rdl_identity_parent(void)
{
    return parent;
}

int rdl_identity_tid(const struct rdl_thread *t)
{
    return t == forker ? process : rdl_vtid(t->tid);
}

struct rdl_thread *rdl_identity_thread(int tid)
{
    if (tid == 0)
        return rdl_self;
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        struct rdl_thread *t = rdl_thread_at((rdl_tid)i);

        if (t->live && rdl_identity_tid(t) == tid)
            return t;
    }
    return NULL;
}
