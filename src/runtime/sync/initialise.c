/* initialise.c - initialising locks, semaphores and barriers is glibc's, and
 * not a step; but an exploration must know of it.  (Conditions: condition.c.)
 */
#include "runtime/core/interceptor.h"
#include "runtime/explore/exploring.h"

#include <pthread.h>
#include <semaphore.h>

RDL_REAL(int, pthread_mutex_init, pthread_mutex_t *,
         const pthread_mutexattr_t *);
RDL_REAL(int, pthread_rwlock_init, pthread_rwlock_t *,
         const pthread_rwlockattr_t *);
RDL_REAL(int, pthread_spin_init, pthread_spinlock_t *, int);
RDL_REAL(int, pthread_barrier_init, pthread_barrier_t *,
         const pthread_barrierattr_t *, unsigned);
RDL_REAL(int, sem_init, sem_t *, int, unsigned);

static int initialised(volatile void *object, int result)
{
    if (unlikely(rdl_exploring) && rdl_controlled())
        rdl_exploring_initialised(object);
    return result;
}

RDL_EXPORT int pthread_mutex_init(pthread_mutex_t *m,
                                  const pthread_mutexattr_t *attr)
{
    return initialised(m, REAL(pthread_mutex_init)(m, attr));
}

RDL_EXPORT int pthread_rwlock_init(pthread_rwlock_t *l,
                                   const pthread_rwlockattr_t *attr)
{
    return initialised(l, REAL(pthread_rwlock_init)(l, attr));
}

RDL_EXPORT int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
    return initialised(l, REAL(pthread_spin_init)(l, shared));
}

RDL_EXPORT int pthread_barrier_init(pthread_barrier_t *b,
                                    const pthread_barrierattr_t *attr,
                                    unsigned n)
{
    return initialised(b, REAL(pthread_barrier_init)(b, attr, n));
}

RDL_EXPORT int sem_init(sem_t *s, int shared, unsigned value)
{
    return initialised(s, REAL(sem_init)(s, shared, value));
}
