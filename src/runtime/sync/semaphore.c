/* semaphore.c - semaphores, named and unnamed (opening named ones:
 * semaphore_named.c).
 *
 * Layout as in glibc (struct new_sem, 64 bit): the value in the low half of one
 * word, the number of sleepers in the high half.  Only other processes sleep
 * there; our threads wait virtually.  Other processes may share a semaphore, so
 * the word is changed atomically. */
#include "runtime/explore/objects.h"
#include "runtime/sync/lock.h"
#include "runtime/sync/pshared.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>

RDL_REAL(int, sem_wait, sem_t *);
RDL_REAL(int, sem_clockwait, sem_t *, clockid_t, const struct timespec *);
RDL_REAL(int, sem_trywait, sem_t *);
RDL_REAL(int, sem_post, sem_t *);
RDL_REAL(int, sem_getvalue, sem_t *, int *);
RDL_REAL(int, sem_destroy, sem_t *);

struct semaphore {
    uint64_t data;
    int shared; /* 0, or the argument of sem_init */
};
_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "layout");

#define WHAT "semaphore"
#define DESTROYED INT_MIN /* in shared; glibc leaves no mark */

static int semaphore_fail(int error)
{
    errno = error;
    return -1;
}

static unsigned semaphore_value_of(const volatile struct semaphore *s)
{
    return (unsigned)__atomic_load_n(&s->data, __ATOMIC_ACQUIRE);
}

static void semaphore_check(const struct semaphore *s, uintptr_t pc)
{
    if (unlikely(s->shared == DESTROYED))
        rdl_misuse(RDL_USE_DESTROYED, WHAT, s, pc);
}

static bool semaphore_ready(const struct rdl_wait *wait)
{
    return semaphore_value_of((const volatile struct semaphore *)wait->object) >
           0;
}

static bool semaphore_take(struct semaphore *s)
{
    uint64_t data = __atomic_load_n(&s->data, __ATOMIC_RELAXED);

    do {
        if ((unsigned)data == 0)
            return false;
    } while (!__atomic_compare_exchange_n(&s->data, &data, data - 1, false,
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    rdl_changed(s);
    return true;
}

static int semaphore_wait_until(struct semaphore *s,
                                const struct rdl_until *until, uintptr_t pc)
{
    rdl_cancel_point();
    rdl_until_announce(until, pc);
    rdl_point(RDL_OP_SEM_WAIT, s, sizeof(sem_t), pc);
    semaphore_check(s, pc);
    while (!semaphore_take(s)) {
        struct rdl_wait wait = {
            .kind = RDL_WAIT_SEMAPHORE,
            .what = WHAT,
            .object = s,
            .ready = semaphore_ready,
            .deadline = rdl_until_deadline(until),
            .interruptible = true,
            .restarts = until->when == NULL, /* signal(7) */
            .cancellable = true,
        };

        if (s->shared != 0)
            rdl_pshared_waits();
        switch (rdl_block(&wait, RDL_OP_SEM_WAIT, pc)) {
        case RDL_WOKE_TIMEOUT:
            return semaphore_fail(ETIMEDOUT);
        case RDL_WOKE_SIGNAL:
            return semaphore_fail(EINTR);
        case RDL_WOKE_CANCEL:
            rdl_cancel_act();
        default:
            break;
        }
    }
    return 0;
}

RDL_EXPORT int sem_wait(sem_t *sem)
{
    static const struct rdl_until for_ever;

    if (!rdl_controlled())
        return REAL(sem_wait)(sem);
    return semaphore_wait_until((struct semaphore *)sem, &for_ever, RDL_PC);
}

static int semaphore_wait_clock(sem_t *sem, clockid_t clock,
                                const struct timespec *when, uintptr_t pc)
{
    struct timespec copy;

    if (!rdl_controlled())
        return REAL(sem_clockwait)(sem, clock, when);
    when = rdl_until_read(when, &copy, pc);
    if (!rdl_until_clock_ok(clock) || !rdl_until_ok(when))
        return semaphore_fail(EINVAL);
    return semaphore_wait_until(
        (struct semaphore *)sem,
        &(struct rdl_until){ .clock = clock, .when = when }, pc);
}

RDL_EXPORT int sem_timedwait(sem_t *sem, const struct timespec *when)
{
    return semaphore_wait_clock(sem, CLOCK_REALTIME, when, RDL_PC);
}

RDL_EXPORT int sem_clockwait(sem_t *sem, clockid_t clock,
                             const struct timespec *when)
{
    return semaphore_wait_clock(sem, clock, when, RDL_PC);
}

RDL_EXPORT int sem_trywait(sem_t *sem)
{
    struct semaphore *s = (struct semaphore *)sem;

    if (!rdl_controlled())
        return REAL(sem_trywait)(sem);
    rdl_point(RDL_OP_SEM_TRYWAIT, s, sizeof(*sem), RDL_PC);
    semaphore_check(s, RDL_PC);
    if (semaphore_take(s))
        return 0;
    rdl_failed();
    return semaphore_fail(EAGAIN);
}

RDL_EXPORT int sem_post(sem_t *sem)
{
    struct semaphore *s = (struct semaphore *)sem;
    uint64_t data;

    if (!rdl_controlled())
        return REAL(sem_post)(sem);
    rdl_point(RDL_OP_SEM_POST, s, sizeof(*sem), RDL_PC);
    semaphore_check(s, RDL_PC);
    if (semaphore_value_of(s) == SEM_VALUE_MAX)
        return semaphore_fail(EOVERFLOW);
    data = __atomic_fetch_add(&s->data, 1, __ATOMIC_SEQ_CST);
    rdl_changed(s);
    if (data >> 32 != 0)
        rdl_pshared_wake(&s->data, 1);
    return 0;
}

RDL_EXPORT int sem_getvalue(sem_t *sem, int *value)
{
    struct semaphore *s = (struct semaphore *)sem;
    int now;

    if (!rdl_controlled())
        return REAL(sem_getvalue)(sem, value);
    rdl_point(RDL_OP_ATOMIC_READ, s, sizeof(unsigned), RDL_PC);
    semaphore_check(s, RDL_PC);
    now = (int)semaphore_value_of(s);
    rdl_value((uint64_t)now);
    rdl_call_writes(value, sizeof(*value), RDL_PC);
    *value = now;
    return 0;
}

RDL_EXPORT int sem_destroy(sem_t *sem)
{
    struct semaphore *s = (struct semaphore *)sem;

    if (!rdl_controlled())
        return REAL(sem_destroy)(sem);
    rdl_point(RDL_OP_DESTROY, s, sizeof(*sem), RDL_PC);
    semaphore_check(s, RDL_PC);
    if (rdl_waiters(s) > 0)
        rdl_misuse(RDL_DESTROY_AWAITED, WHAT, s, RDL_PC);
    s->shared = DESTROYED;
    return 0;
}

void rdl_semaphore_touch(const struct rdl_event *e,
                         struct rdl_step_object *touch)
{
    touch->state =
        semaphore_value_of((const volatile struct semaphore *)e->addr);
    touch->rule = e->op == RDL_OP_SEM_TRYWAIT ? RDL_TOUCH_WRITES_IF_NONZERO
                                              : RDL_TOUCH_WRITES;
    if (e->op == RDL_OP_SEM_WAIT)
        touch->need = RDL_NEEDS_NONZERO;
}
