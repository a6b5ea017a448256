/* mutex.h - the layout of a mutex, and what condition.c needs of it.
 *
 * The state is glibc's (nptl/pthread_mutex_lock.c): __lock shows whether it is
 * held (robust and priority-inheriting mutexes have the holder's number there),
 * __owner the holder, __count how often, __nusers the number of users; destroy
 * leaves __kind at -1.  Holders are virtual thread numbers, which the C
 * library's own code also sees as the caller's tid. */
#ifndef RDL_RUNTIME_SYNC_MUTEX_H
#define RDL_RUNTIME_SYNC_MUTEX_H

#include "runtime/core/identity.h"
#include "runtime/sync/lock.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>

/* Bits of __kind. */
enum {
    RDL_MUTEX_TYPE = 3, /* PTHREAD_MUTEX_... */
    RDL_MUTEX_ROBUST = 16,
    RDL_MUTEX_INHERIT = 32,
    RDL_MUTEX_PROTECT = 64,
    RDL_MUTEX_PSHARED = 128,
    RDL_MUTEX_BITS = 127 | RDL_MUTEX_PSHARED | 256 | 512 /* elision */,
    RDL_MUTEX_DESTROYED = -1,
};
/* Mutexes whose __lock contains the holder. */
#define RDL_MUTEX_NAMED (RDL_MUTEX_ROBUST | RDL_MUTEX_INHERIT)

#define RDL_MUTEX_CEILING 0xfff80000u /* of __lock, if PROTECT */

/* __owner of a robust mutex whose holder died.  INCONSISTENT: its new holder
 * has not made it consistent yet.  NOT_RECOVERABLE: that holder unlocked it
 * without doing so. */
#define RDL_MUTEX_INCONSISTENT INT_MAX
#define RDL_MUTEX_NOT_RECOVERABLE (INT_MAX - 1)

#define RDL_HOLD_ROBUST 256u /* flag of a held entry, not of an event */

static inline int rdl_mutex_type(const pthread_mutex_t *m)
{
    return m->__data.__kind & RDL_MUTEX_TYPE;
}

/* The number of its holder, 0 if it is free. */
static inline int rdl_mutex_holder(const pthread_mutex_t *m)
{
    const struct __pthread_mutex_s *d = &m->__data;

    if ((d->__kind & RDL_MUTEX_NAMED) != 0)
        return d->__lock & FUTEX_TID_MASK;
    if (((unsigned)d->__lock & ~RDL_MUTEX_CEILING) == 0)
        return 0;
    return d->__owner;
}

/* Does the calling thread hold it?  The number alone does not decide that:
 * numbers are reused after a thread has ended, and by other processes.  A mutex
 * locked before control began contains the real number of the present thread
 * 0. */
static inline bool rdl_mutex_mine(const pthread_mutex_t *m)
{
    int number = rdl_mutex_holder(m);

    if (number == 0)
        return false;
    if (number == rdl_vtid(rdl_self->tid))
        return rdl_lock_mine(m);
    return rdl_self->tid == 0 &&
           (unsigned)(number - RDL_VPID) >= RDL_MAX_THREADS &&
           (m->__data.__kind & RDL_MUTEX_PSHARED) == 0;
}

/* Waits until it is free; returns RDL_WOKE_TIMEOUT or another result. */
enum rdl_woke rdl_mutex_await(pthread_mutex_t *m, uint64_t deadline,
                              uintptr_t pc);

/* The two halves of a condition wait.  Neither is a scheduling point, but
 * resume() may have to wait.  Results are those of unlock and lock. */
int rdl_mutex_suspend(pthread_mutex_t *m, uintptr_t pc);
int rdl_mutex_resume(pthread_mutex_t *m, uintptr_t pc);

#endif
