/* mutex_attributes.c - robust mutexes whose holder ends, and priority ceilings.
 *
 * The kernel has no list of robust mutexes: the runtime itself knows which of
 * them a thread holds when it ends. */
#include "runtime/sync/mutex.h"
#include "runtime/sync/pshared.h"
#include "runtime/sched/family.h"

#include <errno.h>

RDL_REAL(int, pthread_mutex_consistent, pthread_mutex_t *);
RDL_REAL(int, pthread_mutex_setprioceiling, pthread_mutex_t *, int, int *);

static void mutex_thread_ends(struct rdl_thread *t)
{
    for (size_t i = rdl_thread_named(t); i > 0; i--) {
        struct rdl_held *held = &t->held[i - 1];
        pthread_mutex_t *m = (pthread_mutex_t *)held->lock;

        if ((held->flags & RDL_HOLD_ROBUST) == 0)
            continue;
        __atomic_store_n(&m->__data.__lock, FUTEX_OWNER_DIED, __ATOMIC_RELEASE);
        rdl_unhold(m);
        rdl_changed(m);
        if ((m->__data.__kind & RDL_MUTEX_PSHARED) != 0)
            rdl_pshared_wake(&m->__data.__lock, 1);
    }
}

RDL_EXPORT int pthread_mutex_consistent(pthread_mutex_t *m)
{
    struct __pthread_mutex_s *d = &m->__data;

    if (!rdl_controlled())
        return REAL(pthread_mutex_consistent)(m);
    if ((d->__kind & RDL_MUTEX_ROBUST) == 0 ||
        d->__owner != RDL_MUTEX_INCONSISTENT)
        return EINVAL;
    d->__owner = rdl_vtid(rdl_self->tid);
    return 0;
}

/* Waits until it could lock the mutex; the C library then finds it free. */
RDL_EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling,
                                            int *old)
{
    struct __pthread_mutex_s *d = &m->__data;
    int result;

    if (!rdl_controlled())
        return REAL(pthread_mutex_setprioceiling)(m, ceiling, old);
    if ((d->__kind & RDL_MUTEX_PROTECT) == 0)
        return EINVAL;
    rdl_point(RDL_OP_LOCK, m, sizeof(*m), RDL_PC);
    if (rdl_mutex_holder(m) != 0 &&
        !(rdl_mutex_mine(m) && rdl_mutex_type(m) == PTHREAD_MUTEX_RECURSIVE)) {
        if (rdl_mutex_mine(m) && rdl_mutex_type(m) == PTHREAD_MUTEX_ERRORCHECK)
            return EDEADLK;
        rdl_mutex_await(m, RDL_NEVER, RDL_PC);
    }
    rdl_libc_begin();
    result = REAL(pthread_mutex_setprioceiling)(m, ceiling, old);
    rdl_libc_end();
    return result;
}

const struct rdl_family rdl_family_mutex = {
    .thread_ends = mutex_thread_ends,
};
