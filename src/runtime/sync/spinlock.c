/* spinlock.c - spin locks: 1 is free, less is held (glibc on x86).
 *
 * Spinning is waiting here: a thread that would spin is not enabled.  The
 * object does not contain its holder; the scheduler's held entries do. */
#include "runtime/explore/objects.h"
#include "runtime/sync/lock.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

#define WHAT "spin lock"

RDL_REAL(int, pthread_spin_lock, pthread_spinlock_t *);
RDL_REAL(int, pthread_spin_trylock, pthread_spinlock_t *);
RDL_REAL(int, pthread_spin_unlock, pthread_spinlock_t *);
RDL_REAL(int, pthread_spin_destroy, pthread_spinlock_t *);

enum {
    FREE = 1,
    HELD = 0,
    DESTROYED = INT_MIN, /* glibc leaves no mark */
};

static void spinlock_check(pthread_spinlock_t *l, uintptr_t pc)
{
    if (likely(*l != DESTROYED))
        return;
    rdl_misuse(RDL_USE_DESTROYED, WHAT, l, pc);
    *l = FREE; /* if it goes on: as with glibc */
}

static bool spinlock_spin_ready(const struct rdl_wait *wait)
{
    return *(const volatile pthread_spinlock_t *)wait->object == FREE;
}

static void spinlock_take(pthread_spinlock_t *l, uintptr_t pc)
{
    *l = HELD;
    rdl_hold(l, 0, pc);
    rdl_changed(l);
}

RDL_EXPORT int pthread_spin_lock(pthread_spinlock_t *l)
{
    if (!rdl_controlled())
        return REAL(pthread_spin_lock)(l);
    rdl_point(RDL_OP_LOCK, l, sizeof(*l), RDL_PC);
    spinlock_check(l, RDL_PC);
    if (*l != FREE) {
        struct rdl_wait wait = {
            .kind = RDL_WAIT_LOCK,
            .what = WHAT,
            .object = l,
            .ready = spinlock_spin_ready,
            .deadline = RDL_NEVER,
        };

        rdl_lock_wait(&wait, rdl_lock_entry(rdl_self, l) != NULL, RDL_PC);
    }
    spinlock_take(l, RDL_PC);
    return 0;
}

RDL_EXPORT int pthread_spin_trylock(pthread_spinlock_t *l)
{
    if (!rdl_controlled())
        return REAL(pthread_spin_trylock)(l);
    rdl_point(RDL_OP_TRYLOCK, l, sizeof(*l), RDL_PC);
    spinlock_check(l, RDL_PC);
    if (*l != FREE) {
        rdl_failed();
        return EBUSY;
    }
    spinlock_take(l, RDL_PC);
    return 0;
}

RDL_EXPORT int pthread_spin_unlock(pthread_spinlock_t *l)
{
    if (!rdl_controlled())
        return REAL(pthread_spin_unlock)(l);
    rdl_point(RDL_OP_UNLOCK, l, sizeof(*l), RDL_PC);
    spinlock_check(l, RDL_PC);
    if (*l == FREE)
        rdl_misuse(RDL_UNLOCK_FREE, WHAT, l, RDL_PC);
    else if (!rdl_lock_mine(l))
        rdl_misuse(RDL_UNLOCK_OTHERS, WHAT, l, RDL_PC);
    *l = FREE;
    rdl_unhold(l);
    rdl_changed(l);
    return 0;
}

RDL_EXPORT int pthread_spin_destroy(pthread_spinlock_t *l)
{
    if (!rdl_controlled())
        return REAL(pthread_spin_destroy)(l);
    rdl_point(RDL_OP_DESTROY, l, sizeof(*l), RDL_PC);
    spinlock_check(l, RDL_PC);
    if (*l != FREE || rdl_waiters(l) > 0)
        rdl_misuse(RDL_DESTROY_BUSY, WHAT, l, RDL_PC);
    *l = DESTROYED;
    return 0;
}

bool rdl_spinlock_touch(const struct rdl_event *e,
                        struct rdl_step_object *touch)
{
    const pthread_spinlock_t *l = (const pthread_spinlock_t *)e->addr;

    if (e->size != sizeof(*l))
        return false;
    touch->state = *l == FREE;
    touch->rule = e->op == RDL_OP_TRYLOCK ? RDL_TOUCH_WRITES_IF_NONZERO
                                          : RDL_TOUCH_WRITES;
    if (e->op == RDL_OP_LOCK)
        touch->need = RDL_NEEDS_NONZERO;
    return true;
}
