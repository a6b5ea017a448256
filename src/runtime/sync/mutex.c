/* mutex.c - lock, trylock, timed lock, unlock and destroy for mutexes of every
 * type and attribute (layout: mutex.h; robust ones and ceilings:
 * mutex_attributes.c).
 *
 * Errors are those of glibc.  What POSIX leaves undefined and glibc accepts is
 * a misuse.  Priorities are not simulated: inheritance and protection only
 * change the rules for errors. */
#include "runtime/explore/objects.h"
#include "runtime/sync/lock.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/pshared.h"
#include "runtime/sync/sync.h"

#include <errno.h>

#define WHAT "mutex"

RDL_REAL(int, pthread_mutex_lock, pthread_mutex_t *);
RDL_REAL(int, pthread_mutex_trylock, pthread_mutex_t *);
RDL_REAL(int, pthread_mutex_clocklock, pthread_mutex_t *, clockid_t,
         const struct timespec *);
RDL_REAL(int, pthread_mutex_unlock, pthread_mutex_t *);
RDL_REAL(int, pthread_mutex_destroy, pthread_mutex_t *);

/* Does an unlock by another thread fail, rather than being undefined? */
static bool mutex_checks_owner(const pthread_mutex_t *m)
{
    return (m->__data.__kind & RDL_MUTEX_NAMED) != 0 ||
           rdl_mutex_type(m) == PTHREAD_MUTEX_RECURSIVE ||
           rdl_mutex_type(m) == PTHREAD_MUTEX_ERRORCHECK;
}

static int mutex_check(const pthread_mutex_t *m, uintptr_t pc)
{
    if (likely((m->__data.__kind & ~RDL_MUTEX_BITS) == 0))
        return 0;
    if (m->__data.__kind == RDL_MUTEX_DESTROYED)
        rdl_misuse(RDL_USE_DESTROYED, WHAT, m, pc);
    return EINVAL;
}

static bool mutex_is_free(const struct rdl_wait *wait)
{
    const pthread_mutex_t *m = (const pthread_mutex_t *)wait->object;

    return rdl_mutex_holder(m) == 0;
}

enum rdl_woke rdl_mutex_await(pthread_mutex_t *m, uint64_t deadline,
                              uintptr_t pc)
{
    struct rdl_wait wait = {
        .kind = RDL_WAIT_LOCK,
        .what = WHAT,
        .object = m,
        .ready = mutex_is_free,
        .deadline = deadline,
    };

    if ((m->__data.__kind & RDL_MUTEX_PSHARED) != 0)
        rdl_pshared_waits();
    return rdl_lock_wait(&wait, rdl_mutex_mine(m), pc);
}

/* Marks a free mutex as held; false if another process was faster. */
static bool mutex_seize(pthread_mutex_t *m)
{
    struct __pthread_mutex_s *d = &m->__data;
    int number = rdl_vtid(rdl_self->tid);
    int expected = d->__lock;
    int desired = (d->__kind & RDL_MUTEX_NAMED) != 0 ? number : expected | 1;

    if (likely((d->__kind & RDL_MUTEX_PSHARED) == 0)) {
        d->__lock = desired;
        return true;
    }
    if (rdl_mutex_holder(m) != 0)
        return false;
    return __atomic_compare_exchange_n(&d->__lock, &expected, desired, false,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* The mutex is free: takes it. */
static int mutex_take(pthread_mutex_t *m, bool again, bool timed, uintptr_t pc)
{
    struct __pthread_mutex_s *d = &m->__data;
    bool died =
        (d->__kind & RDL_MUTEX_ROBUST) != 0 && (d->__lock & FUTEX_OWNER_DIED);

    if ((d->__kind & RDL_MUTEX_ROBUST) != 0 &&
        d->__owner == RDL_MUTEX_NOT_RECOVERABLE)
        return ENOTRECOVERABLE;
    if (!mutex_seize(m))
        return EAGAIN;
    d->__owner = died ? RDL_MUTEX_INCONSISTENT : rdl_vtid(rdl_self->tid);
    d->__count = 1;
    /* The new holder takes over the dead holder's place in __nusers; a
     * condition wait never gave its own up. */
    if (!died && !again)
        d->__nusers++;
    rdl_hold(m,
             ((d->__kind & RDL_MUTEX_ROBUST) != 0 ? RDL_HOLD_ROBUST : 0) |
                 (timed ? RDL_HOLD_TIMED : 0),
             pc);
    rdl_changed(m);
    return died ? EOWNERDEAD : 0;
}

/* Waits until it is free and takes it. */
static int mutex_acquire(pthread_mutex_t *m, const struct rdl_until *until,
                         bool again, uintptr_t pc)
{
    int error;

    do {
        if (rdl_mutex_holder(m) != 0) {
            if (until->when != NULL && !rdl_until_ok(until->when))
                return EINVAL;
            if (rdl_mutex_await(m, rdl_until_deadline(until), pc) ==
                RDL_WOKE_TIMEOUT)
                return ETIMEDOUT;
        }
        error = mutex_take(m, again, until->when != NULL, pc);
    } while (unlikely(error == EAGAIN));
    return error;
}

/* The holder locks it again: true if *result is the answer. */
static bool mutex_relock(pthread_mutex_t *m, int *result)
{
    struct __pthread_mutex_s *d = &m->__data;

    if (!rdl_mutex_mine(m))
        return false;
    switch (rdl_mutex_type(m)) {
    case PTHREAD_MUTEX_RECURSIVE:
        if (d->__count == UINT_MAX) {
            *result = EAGAIN;
            return true;
        }
        d->__count++;
        *result = 0;
        return true;
    case PTHREAD_MUTEX_ERRORCHECK:
        *result = EDEADLK;
        return true;
    default:
        return false;
    }
}

static int mutex_lock(pthread_mutex_t *m, const struct rdl_until *until,
                      uintptr_t pc)
{
    int result;

    rdl_until_announce(until, pc);
    rdl_point(RDL_OP_LOCK, m, sizeof(*m), pc);
    result = mutex_check(m, pc);
    if (unlikely(result != 0))
        return result;
    if (mutex_relock(m, &result))
        return result;
    return mutex_acquire(m, until, /*again=*/false, pc);
}

int rdl_mutex_lock(pthread_mutex_t *m, uintptr_t pc)
{
    static const struct rdl_until for_ever;

    if (!rdl_controlled())
        return REAL(pthread_mutex_lock)(m);
    return mutex_lock(m, &for_ever, pc);
}

int rdl_mutex_timedlock(pthread_mutex_t *m, clockid_t clock,
                        const struct timespec *until, uintptr_t pc)
{
    struct timespec copy;

    if (!rdl_controlled())
        return REAL(pthread_mutex_clocklock)(m, clock, until);
    if (!rdl_until_clock_ok(clock))
        return EINVAL;
    until = rdl_until_read(until, &copy, pc);
    return mutex_lock(m, &(struct rdl_until){ .clock = clock, .when = until },
                      pc);
}

int rdl_mutex_trylock(pthread_mutex_t *m, bool may_fail, uintptr_t pc)
{
    struct __pthread_mutex_s *d = &m->__data;
    int result;

    if (!rdl_controlled())
        return REAL(pthread_mutex_trylock)(m);
    rdl_point(RDL_OP_TRYLOCK, m, sizeof(*m), pc);
    result = mutex_check(m, pc);
    if (unlikely(result != 0))
        return result;
    if (mutex_relock(m, &result)) {
        /* In a try, only the mutexes with their holder in __lock and the
         * protected ones report it. */
        if (result == EDEADLK &&
            (d->__kind & (RDL_MUTEX_NAMED | RDL_MUTEX_PROTECT)) == 0)
            result = EBUSY;
        if (result != 0)
            rdl_failed();
        return result;
    }
    if (rdl_mutex_holder(m) != 0 ||
        (may_fail && rdl_choose(RDL_CHOOSE_WEAK, 2) != 0)) {
        rdl_failed();
        return EBUSY;
    }
    result = mutex_take(m, /*again=*/false, /*timed=*/false, pc);
    return result == EAGAIN ? EBUSY : result;
}

/* forget: the caller is no longer a user of it (not a condition wait). */
static int mutex_give(pthread_mutex_t *m, bool forget, uintptr_t pc)
{
    struct __pthread_mutex_s *d = &m->__data;
    int error = mutex_check(m, pc);
    bool inconsistent;

    if (unlikely(error != 0))
        return error;
    if (unlikely(!rdl_mutex_mine(m))) {
        if (mutex_checks_owner(m))
            return EPERM;
        rdl_misuse(rdl_mutex_holder(m) == 0 ? RDL_UNLOCK_FREE
                                            : RDL_UNLOCK_OTHERS,
                   WHAT, m, pc);
        if (rdl_mutex_holder(m) == 0)
            return 0;
    }
    inconsistent = (d->__kind & RDL_MUTEX_ROBUST) != 0 &&
                   d->__owner == RDL_MUTEX_INCONSISTENT;
    if (rdl_mutex_type(m) == PTHREAD_MUTEX_RECURSIVE && --d->__count > 0)
        return inconsistent ? ENOTRECOVERABLE : 0;
    d->__count = 0;
    d->__owner = inconsistent ? RDL_MUTEX_NOT_RECOVERABLE : 0;
    if (forget)
        d->__nusers--;
    __atomic_store_n(&d->__lock,
                     (d->__kind & RDL_MUTEX_PROTECT) != 0
                         ? (int)((unsigned)d->__lock & RDL_MUTEX_CEILING)
                         : 0,
                     __ATOMIC_RELEASE);
    rdl_unhold(m);
    rdl_changed(m);
    if ((d->__kind & RDL_MUTEX_PSHARED) != 0)
        rdl_pshared_wake(&d->__lock, 1);
    return 0;
}

int rdl_mutex_unlock(pthread_mutex_t *m, uintptr_t pc)
{
    if (!rdl_controlled())
        return REAL(pthread_mutex_unlock)(m);
    rdl_point(RDL_OP_UNLOCK, m, sizeof(*m), pc);
    return mutex_give(m, /*forget=*/true, pc);
}

int rdl_mutex_suspend(pthread_mutex_t *m, uintptr_t pc)
{
    return mutex_give(m, /*forget=*/false, pc);
}

int rdl_mutex_resume(pthread_mutex_t *m, uintptr_t pc)
{
    static const struct rdl_until for_ever;
    int error = mutex_check(m, pc);

    /* A recursive mutex that was held more than once was never free. */
    if (error != 0 || mutex_relock(m, &error))
        return error;
    return mutex_acquire(m, &for_ever, /*again=*/true, pc);
}

int rdl_mutex_destroy(pthread_mutex_t *m, uintptr_t pc)
{
    struct __pthread_mutex_s *d = &m->__data;
    int error;

    if (!rdl_controlled())
        return REAL(pthread_mutex_destroy)(m);
    rdl_point(RDL_OP_DESTROY, m, sizeof(*m), pc);
    error = mutex_check(m, pc);
    if (error != 0)
        return error;
    if (rdl_mutex_holder(m) != 0 || d->__nusers != 0 || rdl_waiters(m) > 0) {
        rdl_misuse(RDL_DESTROY_BUSY, WHAT, m, pc);
        return EBUSY;
    }
    d->__kind = RDL_MUTEX_DESTROYED;
    return 0;
}

RDL_EXPORT int pthread_mutex_lock(pthread_mutex_t *m)
{
    return rdl_mutex_lock(m, RDL_PC);
}

RDL_EXPORT int pthread_mutex_trylock(pthread_mutex_t *m)
{
    return rdl_mutex_trylock(m, /*may_fail=*/false, RDL_PC);
}

RDL_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *m,
                                       const struct timespec *until)
{
    return rdl_mutex_timedlock(m, CLOCK_REALTIME, until, RDL_PC);
}

RDL_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock,
                                       const struct timespec *until)
{
    return rdl_mutex_timedlock(m, clock, until, RDL_PC);
}

RDL_EXPORT int pthread_mutex_unlock(pthread_mutex_t *m)
{
    return rdl_mutex_unlock(m, RDL_PC);
}

RDL_EXPORT int pthread_mutex_destroy(pthread_mutex_t *m)
{
    return rdl_mutex_destroy(m, RDL_PC);
}

RDL_OLD_NAME(pthread_mutex_lock);
RDL_OLD_NAME(pthread_mutex_trylock);
RDL_OLD_NAME(pthread_mutex_unlock);
RDL_OLD_NAME(pthread_mutex_destroy);

/* A lock that the thread holds itself does not wait: it is counted, refused, or
 * a misuse. */
bool rdl_mutex_touch(const struct rdl_thread *t, const struct rdl_event *e,
                     struct rdl_step_object *touch)
{
    const pthread_mutex_t *m = (const pthread_mutex_t *)e->addr;
    const bool mine = rdl_mutex_holder(m) == rdl_vtid(t->tid);

    if (e->size != sizeof(*m))
        return false;
    touch->state = rdl_mutex_holder(m) == 0;
    touch->rule = e->op == RDL_OP_TRYLOCK && !mine ? RDL_TOUCH_WRITES_IF_NONZERO
                                                   : RDL_TOUCH_WRITES;
    if (e->op == RDL_OP_LOCK && !mine)
        touch->need = RDL_NEEDS_NONZERO;
    return true;
}
