/* rwlock.c - reader-writer locks.
 *
 * Layout as in glibc (nptl/pthread_rwlock_common.c): __readers counts readers
 * above three flag bits, two of them mean that a writer holds it; __cur_writer
 * is the writer's number, __writers the number of waiting writers.  The
 * strategy chooses the order in which waits end: POSIX promises no order among
 * waiters.  Of the preferences only what a program can rely on is implemented:
 * under PREFER_WRITER_NONRECURSIVE no reader enters while a writer waits. */
#include "runtime/explore/objects.h"
#include "runtime/sync/lock.h"
#include "runtime/sync/pshared.h"
#include "runtime/core/identity.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

RDL_REAL(int, pthread_rwlock_rdlock, pthread_rwlock_t *);
RDL_REAL(int, pthread_rwlock_wrlock, pthread_rwlock_t *);
RDL_REAL(int, pthread_rwlock_tryrdlock, pthread_rwlock_t *);
RDL_REAL(int, pthread_rwlock_trywrlock, pthread_rwlock_t *);
RDL_REAL(int, pthread_rwlock_clockrdlock, pthread_rwlock_t *, clockid_t,
         const struct timespec *);
RDL_REAL(int, pthread_rwlock_clockwrlock, pthread_rwlock_t *, clockid_t,
         const struct timespec *);
RDL_REAL(int, pthread_rwlock_unlock, pthread_rwlock_t *);
RDL_REAL(int, pthread_rwlock_destroy, pthread_rwlock_t *);

enum {
    WRITE_PHASE = 1,
    WRITE_LOCKED = 2,
    READER = 8, /* one reader in __readers */
};

#define WHAT "rwlock"
#define DESTROYED UINT_MAX /* in __flags; glibc leaves no mark */

/* The count of a reader's repeated acquisitions in its held entry. */
#define AGAIN 65536u

static bool rwlock_written(const pthread_rwlock_t *l)
{
    return (l->__data.__readers & WRITE_LOCKED) != 0;
}

static unsigned rwlock_readers(const pthread_rwlock_t *l)
{
    return l->__data.__readers / READER;
}

static bool rwlock_i_write(const pthread_rwlock_t *l)
{
    return rwlock_written(l) &&
           l->__data.__cur_writer == rdl_vtid(rdl_self->tid) &&
           rdl_lock_mine(l);
}

static bool rwlock_writers_first(const pthread_rwlock_t *l)
{
    return l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP &&
           l->__data.__writers > 0;
}

static bool rwlock_may_read(const pthread_rwlock_t *l)
{
    return !rwlock_written(l) && !rwlock_writers_first(l);
}

static bool rwlock_may_write(const pthread_rwlock_t *l)
{
    return !rwlock_written(l) && rwlock_readers(l) == 0;
}

static bool rwlock_read_ready(const struct rdl_wait *wait)
{
    return rwlock_may_read((const pthread_rwlock_t *)wait->object);
}

static bool rwlock_write_ready(const struct rdl_wait *wait)
{
    return rwlock_may_write((const pthread_rwlock_t *)wait->object);
}

static void rwlock_check(const pthread_rwlock_t *l, uintptr_t pc)
{
    if (unlikely(l->__data.__flags == DESTROYED))
        rdl_misuse(RDL_USE_DESTROYED, WHAT, l, pc);
    if (unlikely(l->__data.__shared != 0))
        rdl_pshared_one_process("rwlock", pc);
}

static void rwlock_begin_reading(pthread_rwlock_t *l, unsigned timed,
                                 uintptr_t pc)
{
    struct rdl_held *held = rdl_lock_entry(rdl_self, l);

    l->__data.__readers = (l->__data.__readers & ~WRITE_PHASE) + READER;
    l->__data.__wrphase_futex = 0;
    if (held != NULL)
        held->flags += AGAIN;
    else
        rdl_hold(l, RDL_EV_SHARED | timed, pc);
    rdl_changed(l);
}

static void rwlock_begin_writing(pthread_rwlock_t *l, unsigned timed,
                                 uintptr_t pc)
{
    l->__data.__readers |= WRITE_PHASE | WRITE_LOCKED;
    l->__data.__wrphase_futex = 1;
    l->__data.__writers_futex = 1;
    l->__data.__cur_writer = rdl_vtid(rdl_self->tid);
    rdl_hold(l, timed, pc);
    rdl_changed(l);
}

static unsigned rwlock_timed(const struct rdl_until *until)
{
    return until->when != NULL ? RDL_HOLD_TIMED : 0;
}

static bool rwlock_until_ok(const struct rdl_until *until)
{
    return until->when == NULL ||
           (rdl_until_clock_ok(until->clock) && rdl_until_ok(until->when));
}

static int rwlock_lock_read(pthread_rwlock_t *l, const struct rdl_until *until,
                            uintptr_t pc)
{
    struct rdl_wait wait = {
        .kind = RDL_WAIT_LOCK,
        .what = WHAT,
        .object = l,
        .ready = rwlock_read_ready,
        .flags = RDL_EV_SHARED,
    };

    if (!rwlock_until_ok(until))
        return EINVAL;
    rdl_until_announce(until, pc);
    rdl_point_flags(RDL_OP_LOCK, l, sizeof(*l), pc, RDL_EV_SHARED);
    rwlock_check(l, pc);
    if (rwlock_i_write(l))
        return EDEADLK;
    if (rwlock_readers(l) == UINT_MAX / READER)
        return EAGAIN;
    if (!rwlock_may_read(l)) {
        wait.deadline = rdl_until_deadline(until);
        if (rdl_lock_wait(&wait, /*own=*/false, pc) == RDL_WOKE_TIMEOUT)
            return ETIMEDOUT;
    }
    rwlock_begin_reading(l, rwlock_timed(until), pc);
    return 0;
}

static int rwlock_lock_write(pthread_rwlock_t *l, const struct rdl_until *until,
                             uintptr_t pc)
{
    struct rdl_wait wait = {
        .kind = RDL_WAIT_LOCK,
        .what = WHAT,
        .object = l,
        .ready = rwlock_write_ready,
    };
    enum rdl_woke woke;

    if (!rwlock_until_ok(until))
        return EINVAL;
    rdl_until_announce(until, pc);
    rdl_point(RDL_OP_LOCK, l, sizeof(*l), pc);
    rwlock_check(l, pc);
    if (rwlock_i_write(l))
        return EDEADLK;
    if (!rwlock_may_write(l)) {
        wait.deadline = rdl_until_deadline(until);
        l->__data.__writers++;
        woke = rdl_lock_wait(&wait, rdl_lock_entry(rdl_self, l) != NULL, pc);
        l->__data.__writers--;
        rdl_changed(l);
        if (woke == RDL_WOKE_TIMEOUT)
            return ETIMEDOUT;
    }
    rwlock_begin_writing(l, rwlock_timed(until), pc);
    return 0;
}

static const struct rdl_until for_ever;

RDL_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    if (!rdl_controlled())
        return REAL(pthread_rwlock_rdlock)(l);
    return rwlock_lock_read(l, &for_ever, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    if (!rdl_controlled())
        return REAL(pthread_rwlock_wrlock)(l);
    return rwlock_lock_write(l, &for_ever, RDL_PC);
}

static int rwlock_read_until(pthread_rwlock_t *l, clockid_t clock,
                             const struct timespec *when, uintptr_t pc)
{
    struct timespec copy;

    if (!rdl_controlled())
        return REAL(pthread_rwlock_clockrdlock)(l, clock, when);
    when = rdl_until_read(when, &copy, pc);
    return rwlock_lock_read(
        l, &(struct rdl_until){ .clock = clock, .when = when }, pc);
}

static int rwlock_write_until(pthread_rwlock_t *l, clockid_t clock,
                              const struct timespec *when, uintptr_t pc)
{
    struct timespec copy;

    if (!rdl_controlled())
        return REAL(pthread_rwlock_clockwrlock)(l, clock, when);
    when = rdl_until_read(when, &copy, pc);
    return rwlock_lock_write(
        l, &(struct rdl_until){ .clock = clock, .when = when }, pc);
}

RDL_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *l,
                                          const struct timespec *when)
{
    return rwlock_read_until(l, CLOCK_REALTIME, when, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock,
                                          const struct timespec *when)
{
    return rwlock_read_until(l, clock, when, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *l,
                                          const struct timespec *when)
{
    return rwlock_write_until(l, CLOCK_REALTIME, when, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock,
                                          const struct timespec *when)
{
    return rwlock_write_until(l, clock, when, RDL_PC);
}

static int rwlock_try_read(pthread_rwlock_t *l, uintptr_t pc)
{
    if (!rdl_controlled())
        return REAL(pthread_rwlock_tryrdlock)(l);
    rdl_point_flags(RDL_OP_TRYLOCK, l, sizeof(*l), pc, RDL_EV_SHARED);
    rwlock_check(l, pc);
    if (!rwlock_may_read(l)) {
        rdl_failed();
        return EBUSY;
    }
    if (rwlock_readers(l) == UINT_MAX / READER)
        return EAGAIN;
    rwlock_begin_reading(l, 0, pc);
    return 0;
}

static int rwlock_try_write(pthread_rwlock_t *l, uintptr_t pc)
{
    if (!rdl_controlled())
        return REAL(pthread_rwlock_trywrlock)(l);
    rdl_point(RDL_OP_TRYLOCK, l, sizeof(*l), pc);
    rwlock_check(l, pc);
    if (!rwlock_may_write(l)) {
        rdl_failed();
        return EBUSY;
    }
    rwlock_begin_writing(l, 0, pc);
    return 0;
}

static void rwlock_end_writing(pthread_rwlock_t *l)
{
    l->__data.__readers = 0;
    l->__data.__wrphase_futex = 0;
    l->__data.__writers_futex = 0;
    l->__data.__cur_writer = 0;
    rdl_unhold(l);
    rdl_changed(l);
}

static void rwlock_end_reading(pthread_rwlock_t *l)
{
    struct rdl_held *held = rdl_lock_entry(rdl_self, l);

    l->__data.__readers -= READER;
    if (held != NULL && held->flags >= AGAIN)
        held->flags -= AGAIN;
    else
        rdl_unhold(l);
    rdl_changed(l);
}

static int rwlock_unlock(pthread_rwlock_t *l, uintptr_t pc)
{
    if (!rdl_controlled())
        return REAL(pthread_rwlock_unlock)(l);
    rdl_point_flags(RDL_OP_UNLOCK, l, sizeof(*l), pc,
                    rwlock_written(l) ? 0 : RDL_EV_SHARED);
    rwlock_check(l, pc);
    if (!rwlock_written(l) && rwlock_readers(l) == 0) {
        rdl_misuse(RDL_UNLOCK_FREE, WHAT, l, pc);
        return 0;
    }
    if (!rdl_lock_mine(l))
        rdl_misuse(RDL_UNLOCK_OTHERS, WHAT, l, pc);
    if (rwlock_written(l))
        rwlock_end_writing(l);
    else
        rwlock_end_reading(l);
    return 0;
}

static int rwlock_destroy(pthread_rwlock_t *l, uintptr_t pc)
{
    if (!rdl_controlled())
        return REAL(pthread_rwlock_destroy)(l);
    rdl_point(RDL_OP_DESTROY, l, sizeof(*l), pc);
    rwlock_check(l, pc);
    if (!rwlock_may_write(l) || rdl_waiters(l) > 0)
        rdl_misuse(RDL_DESTROY_BUSY, WHAT, l, pc);
    l->__data.__flags = DESTROYED;
    return 0;
}

RDL_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    return rwlock_try_read(l, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    return rwlock_try_write(l, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    return rwlock_unlock(l, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    return rwlock_destroy(l, RDL_PC);
}

RDL_OLD_NAME(pthread_rwlock_rdlock);
RDL_OLD_NAME(pthread_rwlock_wrlock);
RDL_OLD_NAME(pthread_rwlock_tryrdlock);
RDL_OLD_NAME(pthread_rwlock_trywrlock);
RDL_OLD_NAME(pthread_rwlock_unlock);
RDL_OLD_NAME(pthread_rwlock_destroy);

/* All operations of a lock are dependent: with readers independent of each
 * other the state before one of them would not say who still reads.  A writer
 * that locks again is refused at once. */
bool rdl_rwlock_touch(const struct rdl_thread *t, const struct rdl_event *e,
                      struct rdl_step_object *touch)
{
    const pthread_rwlock_t *l = (const pthread_rwlock_t *)e->addr;
    const bool mine =
        rwlock_written(l) && l->__data.__cur_writer == rdl_vtid(t->tid);
    enum { WRITTEN, READ, FREE };

    /* Whether a reader may enter then depends on writers that wait: exploration
     * does not know them. */
    if (e->size != sizeof(*l) ||
        l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return false;
    touch->state = rwlock_written(l)       ? WRITTEN
                   : rwlock_readers(l) > 0 ? READ
                                           : FREE;
    touch->rule = RDL_TOUCH_WRITES;
    if (e->op != RDL_OP_LOCK || mine)
        return true;
    touch->need =
        (e->flags & RDL_EV_SHARED) != 0 ? RDL_NEEDS_NONZERO : RDL_NEEDS_EQUAL;
    touch->operand = FREE;
    return true;
}
