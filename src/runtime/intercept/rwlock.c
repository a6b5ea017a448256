/* rwlock.c - reader-writer locks.
 *
 * Layout as in glibc (nptl/pthread_rwlock_common.c): __readers counts readers
 * above three flag bits, two of which say that a writer holds it; __cur_writer
 * is the writer's number, __writers how many writers wait.  Our waits end in
 * the order in which the strategy likes: among waiters POSIX promises none.
 * Kept of the preferences is what a program can rely on: under
 * PREFER_WRITER_NONRECURSIVE no reader enters while a writer waits.
 */
#include "runtime/intercept/lock.h"
#include "runtime/intercept/pshared.h"
#include "runtime/identity.h"
#include "runtime/noise.h"

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

#define DESTROYED UINT_MAX /* in __flags; glibc leaves no sign */

/* A reader's repeated acquisitions, beyond the first, in its held entry. */
#define AGAIN 65536u

static bool written(const pthread_rwlock_t *l)
{
    return (l->__data.__readers & WRITE_LOCKED) != 0;
}

static unsigned readers(const pthread_rwlock_t *l)
{
    return l->__data.__readers / READER;
}

static bool i_write(const pthread_rwlock_t *l)
{
    return written(l) && l->__data.__cur_writer == rdl_vtid(rdl_self->tid) &&
           rdl_lock_mine(l);
}

static bool writers_first(const pthread_rwlock_t *l)
{
    return l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP &&
           l->__data.__writers > 0;
}

static bool may_read(const pthread_rwlock_t *l)
{
    return !written(l) && !writers_first(l);
}

static bool may_write(const pthread_rwlock_t *l)
{
    return !written(l) && readers(l) == 0;
}

static bool read_ready(const struct rdl_wait *wait)
{
    return may_read((const pthread_rwlock_t *)wait->object);
}

static bool write_ready(const struct rdl_wait *wait)
{
    return may_write((const pthread_rwlock_t *)wait->object);
}

static void check(const pthread_rwlock_t *l, uintptr_t pc)
{
    if (unlikely(l->__data.__flags == DESTROYED))
        rdl_misuse(RDL_USE_DESTROYED, l, pc);
    if (unlikely(l->__data.__shared != 0))
        rdl_pshared_blind("rwlock", pc);
}

static void begin_reading(pthread_rwlock_t *l, uintptr_t pc)
{
    struct rdl_held *held = rdl_lock_entry(rdl_self, l);

    l->__data.__readers = (l->__data.__readers & ~WRITE_PHASE) + READER;
    l->__data.__wrphase_futex = 0;
    if (held != NULL)
        held->flags += AGAIN;
    else
        rdl_hold(l, RDL_EV_SHARED, pc);
    rdl_changed(l);
}

static void begin_writing(pthread_rwlock_t *l, uintptr_t pc)
{
    l->__data.__readers |= WRITE_PHASE | WRITE_LOCKED;
    l->__data.__wrphase_futex = 1;
    l->__data.__writers_futex = 1;
    l->__data.__cur_writer = rdl_vtid(rdl_self->tid);
    rdl_hold(l, 0, pc);
    rdl_changed(l);
}

static bool until_ok(const struct rdl_until *until)
{
    return until->when == NULL ||
           (rdl_until_clock_ok(until->clock) && rdl_until_ok(until->when));
}

static int lock_read(pthread_rwlock_t *l, const struct rdl_until *until,
                     uintptr_t pc)
{
    struct rdl_wait wait = {
        .kind = RDL_WAIT_LOCK,
        .what = "rwlock",
        .object = l,
        .ready = read_ready,
        .flags = RDL_EV_SHARED,
    };

    if (!until_ok(until))
        return EINVAL;
    rdl_point_flags(RDL_OP_LOCK, l, sizeof(*l), pc, RDL_EV_SHARED);
    check(l, pc);
    if (i_write(l))
        return EDEADLK;
    if (readers(l) == UINT_MAX / READER)
        return EAGAIN;
    if (!may_read(l)) {
        wait.deadline = rdl_until_deadline(until);
        if (rdl_lock_wait(&wait, /*own=*/false, pc) == RDL_WOKE_TIMEOUT)
            return ETIMEDOUT;
    }
    begin_reading(l, pc);
    return 0;
}

static int lock_write(pthread_rwlock_t *l, const struct rdl_until *until,
                      uintptr_t pc)
{
    struct rdl_wait wait = {
        .kind = RDL_WAIT_LOCK,
        .what = "rwlock",
        .object = l,
        .ready = write_ready,
    };
    enum rdl_woke woke;

    if (!until_ok(until))
        return EINVAL;
    rdl_point(RDL_OP_LOCK, l, sizeof(*l), pc);
    check(l, pc);
    if (i_write(l))
        return EDEADLK;
    if (!may_write(l)) {
        wait.deadline = rdl_until_deadline(until);
        l->__data.__writers++;
        woke = rdl_lock_wait(&wait, rdl_lock_entry(rdl_self, l) != NULL, pc);
        l->__data.__writers--;
        rdl_changed(l);
        if (woke == RDL_WOKE_TIMEOUT)
            return ETIMEDOUT;
    }
    begin_writing(l, pc);
    return 0;
}

static const struct rdl_until for_ever;

RDL_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    if (!rdl_controlled()) {
        rdl_noise_lock(l, RDL_EV_SHARED, RDL_PC);
        return rdl_noise_held(REAL(pthread_rwlock_rdlock)(l), l, RDL_EV_SHARED,
                              RDL_PC);
    }
    return lock_read(l, &for_ever, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    if (!rdl_controlled()) {
        rdl_noise_lock(l, 0, RDL_PC);
        return rdl_noise_held(REAL(pthread_rwlock_wrlock)(l), l, 0, RDL_PC);
    }
    return lock_write(l, &for_ever, RDL_PC);
}

static int read_until(pthread_rwlock_t *l, clockid_t clock,
                      const struct timespec *when, uintptr_t pc)
{
    if (!rdl_controlled()) {
        rdl_noise_lock(l, RDL_EV_SHARED, pc);
        return rdl_noise_held(REAL(pthread_rwlock_clockrdlock)(l, clock, when),
                              l, RDL_EV_SHARED, pc);
    }
    return lock_read(l, &(struct rdl_until){ .clock = clock, .when = when },
                     pc);
}

static int write_until(pthread_rwlock_t *l, clockid_t clock,
                       const struct timespec *when, uintptr_t pc)
{
    if (!rdl_controlled()) {
        rdl_noise_lock(l, 0, pc);
        return rdl_noise_held(REAL(pthread_rwlock_clockwrlock)(l, clock, when),
                              l, 0, pc);
    }
    return lock_write(l, &(struct rdl_until){ .clock = clock, .when = when },
                      pc);
}

RDL_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *l,
                                          const struct timespec *when)
{
    return read_until(l, CLOCK_REALTIME, when, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock,
                                          const struct timespec *when)
{
    return read_until(l, clock, when, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *l,
                                          const struct timespec *when)
{
    return write_until(l, CLOCK_REALTIME, when, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock,
                                          const struct timespec *when)
{
    return write_until(l, clock, when, RDL_PC);
}

static int try_read(pthread_rwlock_t *l, uintptr_t pc)
{
    if (!rdl_controlled()) {
        rdl_noise_pause();
        return rdl_noise_tried(REAL(pthread_rwlock_tryrdlock)(l), l,
                               RDL_EV_SHARED, pc);
    }
    rdl_point_flags(RDL_OP_TRYLOCK, l, sizeof(*l), pc, RDL_EV_SHARED);
    check(l, pc);
    if (!may_read(l)) {
        rdl_failed();
        return EBUSY;
    }
    if (readers(l) == UINT_MAX / READER)
        return EAGAIN;
    begin_reading(l, pc);
    return 0;
}

static int try_write(pthread_rwlock_t *l, uintptr_t pc)
{
    if (!rdl_controlled()) {
        rdl_noise_pause();
        return rdl_noise_tried(REAL(pthread_rwlock_trywrlock)(l), l, 0, pc);
    }
    rdl_point(RDL_OP_TRYLOCK, l, sizeof(*l), pc);
    check(l, pc);
    if (!may_write(l)) {
        rdl_failed();
        return EBUSY;
    }
    begin_writing(l, pc);
    return 0;
}

static void end_writing(pthread_rwlock_t *l)
{
    l->__data.__readers = 0;
    l->__data.__wrphase_futex = 0;
    l->__data.__writers_futex = 0;
    l->__data.__cur_writer = 0;
    rdl_unhold(l);
    rdl_changed(l);
}

static void end_reading(pthread_rwlock_t *l)
{
    struct rdl_held *held = rdl_lock_entry(rdl_self, l);

    l->__data.__readers -= READER;
    if (held != NULL && held->flags >= AGAIN)
        held->flags -= AGAIN;
    else
        rdl_unhold(l);
    rdl_changed(l);
}

static int unlock(pthread_rwlock_t *l, uintptr_t pc)
{
    if (!rdl_controlled()) {
        rdl_noise_before(RDL_OP_UNLOCK, l, 1, pc);
        return REAL(pthread_rwlock_unlock)(l);
    }
    rdl_point_flags(RDL_OP_UNLOCK, l, sizeof(*l), pc,
                    written(l) ? 0 : RDL_EV_SHARED);
    check(l, pc);
    if (!written(l) && readers(l) == 0) {
        rdl_misuse(RDL_UNLOCK_FREE, l, pc);
        return 0;
    }
    if (!rdl_lock_mine(l))
        rdl_misuse(RDL_UNLOCK_OTHERS, l, pc);
    if (written(l))
        end_writing(l);
    else
        end_reading(l);
    return 0;
}

static int destroy(pthread_rwlock_t *l, uintptr_t pc)
{
    if (!rdl_controlled())
        return REAL(pthread_rwlock_destroy)(l);
    rdl_point(RDL_OP_DESTROY, l, sizeof(*l), pc);
    check(l, pc);
    if (!may_write(l) || rdl_waiters(l) > 0)
        rdl_misuse(RDL_DESTROY_BUSY, l, pc);
    l->__data.__flags = DESTROYED;
    return 0;
}

RDL_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    return try_read(l, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    return try_write(l, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    return unlock(l, RDL_PC);
}

RDL_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    return destroy(l, RDL_PC);
}

RDL_OLD_NAME(pthread_rwlock_rdlock);
RDL_OLD_NAME(pthread_rwlock_wrlock);
RDL_OLD_NAME(pthread_rwlock_tryrdlock);
RDL_OLD_NAME(pthread_rwlock_trywrlock);
RDL_OLD_NAME(pthread_rwlock_unlock);
RDL_OLD_NAME(pthread_rwlock_destroy);
