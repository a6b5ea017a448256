/* affinity.c - the processors that a thread sees as its own.
 *
 * One engine runs all threads on one kernel thread, the other pins them to one
 * processor; the target must not see either.  It sees the set that the process
 * had when it was loaded, and what it sets itself. */
#include "runtime/core/thread.h"

#include "runtime/core/persistent.h"
#include "runtime/threads/lifecycle.h"
#include "runtime/machine/raw.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>

RDL_REAL(int, pthread_setaffinity_np, pthread_t, size_t, const cpu_set_t *);
RDL_REAL(int, pthread_getaffinity_np, pthread_t, size_t, cpu_set_t *);

static cpu_set_t allowed;               /* when the process was loaded */
static size_t kernel_size;              /* bytes of the kernel's set */
static cpu_set_t sets[RDL_MAX_THREADS]; /* by tid; empty: `allowed` */
static size_t n_sets;                   /* tids below it may have a set */

RDL_KEEP_USED(sets, n_sets);

static void affinity_set(rdl_tid tid, const cpu_set_t *to)
{
    if (tid >= n_sets)
        n_sets = tid + 1u;
    sets[tid] = *to;
}

void rdl_affinity_init(void)
{
    long size = rdl_raw(SYS_sched_getaffinity, 0, sizeof(allowed), &allowed);

    kernel_size = size > 0 ? (size_t)size : sizeof(allowed);
}

void rdl_affinity_new(const struct rdl_thread *t)
{
    if (t->tid < n_sets || rdl_self->tid < n_sets)
        affinity_set(t->tid, &sets[rdl_self->tid]);
}

const cpu_set_t *rdl_affinity(const struct rdl_thread *t)
{
    return CPU_COUNT(&sets[t->tid]) > 0 ? &sets[t->tid] : &allowed;
}

int rdl_affinity_set(const struct rdl_thread *t, size_t size,
                     const cpu_set_t *given)
{
    cpu_set_t wanted;

    memset(&wanted, 0, sizeof(wanted));
    memcpy(&wanted, given, size < sizeof(wanted) ? size : sizeof(wanted));
    CPU_AND(&wanted, &wanted, &allowed);
    if (CPU_COUNT(&wanted) == 0)
        return EINVAL;
    affinity_set(t->tid, &wanted);
    return 0;
}

long rdl_affinity_get(const struct rdl_thread *t, size_t size, cpu_set_t *set)
{
    if (size < kernel_size || size % sizeof(long) != 0)
        return -EINVAL;
    memcpy(set, rdl_affinity(t), kernel_size);
    return (long)kernel_size;
}

RDL_EXPORT int pthread_setaffinity_np(pthread_t handle, size_t size,
                                      const cpu_set_t *set)
{
    struct rdl_thread *t;

    if (!rdl_controlled())
        return REAL(pthread_setaffinity_np)(handle, size, set);
    rdl_point(RDL_OP_SYSCALL, (void *)handle, 1, RDL_PC);
    t = rdl_thread_given(handle, RDL_PC);
    if (t == NULL)
        return ESRCH;
    return rdl_affinity_set(t, size, set);
}

RDL_EXPORT int pthread_getaffinity_np(pthread_t handle, size_t size,
                                      cpu_set_t *set)
{
    struct rdl_thread *t;
    long written;

    if (!rdl_controlled())
        return REAL(pthread_getaffinity_np)(handle, size, set);
    rdl_point(RDL_OP_SYSCALL, (void *)handle, 1, RDL_PC);
    t = rdl_thread_given(handle, RDL_PC);
    if (t == NULL)
        return ESRCH;
    written = rdl_affinity_get(t, size, set);
    if (written < 0)
        return (int)-written;
    memset((char *)set + written, 0, size - (size_t)written);
    return 0;
}
