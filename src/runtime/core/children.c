/* children.c - see children.h. */
#include "runtime/core/children.h"

#include "runtime/core/identity.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"

#include <sys/syscall.h>

#define FIRST_CHILD 5000001
#define GENERATION 1000   /* distance from a child's pid to its first child's */
#define MAX_CHILDREN 4096 /* a later child replaces the oldest */

static int children[MAX_CHILDREN]; /* real pids, 0: gone */
static unsigned n_children;
static int first_child = FIRST_CHILD;
static int parent_number, parent_real; /* only set in a child */
static long owner; /* the process whose children these are */
static int root;   /* in a child: real pid of the process under test */

RDL_KEEP_USED(children, n_children);

int rdl_children_adopt(int real)
{
    children[n_children % MAX_CHILDREN] = real;
    return first_child + (int)n_children++;
}

int rdl_children_next(void)
{
    return first_child + (int)n_children;
}

int rdl_children_virtual(int real)
{
    for (unsigned i = n_children; i > 0 && i + MAX_CHILDREN > n_children; i--) {
        if (children[(i - 1) % MAX_CHILDREN] == real)
            return first_child + (int)(i - 1);
    }
    return 0;
}

int rdl_children_real(int pid)
{
    unsigned i = (unsigned)(pid - first_child);

    if (pid == rdl_identity_pid())
        return (int)rdl_raw(SYS_getpid);
    if (pid == parent_number && pid != 0)
        return parent_real;
    if (pid == RDL_VPID && root != 0)
        return root;
    if (i >= n_children || i + MAX_CHILDREN < n_children)
        return pid;
    /* A number above every real pid matches no process. */
    return children[i % MAX_CHILDREN] != 0 ? children[i % MAX_CHILDREN] : pid;
}

int rdl_children_shown(int real)
{
    int number = rdl_children_virtual(real);

    if (real == (int)rdl_raw(SYS_getpid))
        return rdl_identity_pid();
    if (real == parent_real && real != 0)
        return parent_number;
    if (real == root && real != 0)
        return RDL_VPID;
    return number != 0 ? number : real;
}

void rdl_children_forget(int real)
{
    for (unsigned i = 0; i < n_children && i < MAX_CHILDREN; i++) {
        if (children[i] == real)
            children[i] = 0;
    }
}

bool rdl_children_any(void)
{
    return owner != 0;
}

void rdl_children_begin(void)
{
    owner = rdl_raw(SYS_getpid);
}

bool rdl_children_forked(void)
{
    long self = rdl_raw(SYS_getpid);

    if (self == owner)
        return false;
    parent_number = rdl_identity_pid();
    parent_real = (int)owner;
    if (root == 0)
        root = parent_real;
    rdl_identity_child(rdl_children_next());
    first_child = rdl_identity_pid() + GENERATION;
    n_children = 0;
    owner = self;
    return true;
}
