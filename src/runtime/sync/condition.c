/* condition.c - condition variables.
 *
 * Only the scheduler knows the waiters; of the object it reads only the
 * attribute bits in __wrefs.  So the object always looks as if it had no
 * waiters.  The child of a fork must see that too, because no thread waits
 * there.
 *
 * Both symbol versions end here, because the exports are unversioned.  The
 * older one (GLIBC_2.2.5) has a pointer to the real condition in the first word
 * and 40 bytes of padding, all zero at first: it is as large as the present
 * one, so it is used in place and the C library's indirection is never
 * entered. */
#include "runtime/explore/exploring.h"
#include "runtime/sync/lock.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/pshared.h"
#include "runtime/sync/sync.h"

#include <errno.h>
#include <limits.h>

#define WHAT "condition"
#define VERSION "GLIBC_2.3.2"

RDL_REAL_VERSION(int, pthread_cond_init, VERSION, pthread_cond_t *,
                 const pthread_condattr_t *);
RDL_REAL_VERSION(int, pthread_cond_wait, VERSION, pthread_cond_t *,
                 pthread_mutex_t *);
RDL_REAL(int, pthread_cond_clockwait, pthread_cond_t *, pthread_mutex_t *,
         clockid_t, const struct timespec *);
RDL_REAL_VERSION(int, pthread_cond_signal, VERSION, pthread_cond_t *);
RDL_REAL_VERSION(int, pthread_cond_broadcast, VERSION, pthread_cond_t *);
RDL_REAL_VERSION(int, pthread_cond_destroy, VERSION, pthread_cond_t *);

enum { PSHARED = 1, MONOTONIC = 2 }; /* of __wrefs */

/* In __g1_orig_size after destroy; glibc leaves no mark. */
#define DESTROYED UINT_MAX

static bool condition_sleeps(const struct rdl_wait *w)
{
    return !w->released && !w->expired && !w->spurious && !w->cancelled;
}

static void condition_check(const pthread_cond_t *c, uintptr_t pc)
{
    if (unlikely(c->__data.__g1_orig_size == DESTROYED))
        rdl_misuse(RDL_USE_DESTROYED, WHAT, c, pc);
}

/* POSIX: all threads that wait at the same time use the same mutex. */
static void condition_check_mutex(const pthread_cond_t *c,
                                  const pthread_mutex_t *m, uintptr_t pc)
{
    const struct rdl_wait *w;

    for (w = rdl_waiter(c, 0); w != NULL; w = rdl_waiter_next(w)) {
        if (condition_sleeps(w) && w->arg[0] != (uintptr_t)m)
            rdl_misuse(RDL_COND_TWO_MUTEXES, WHAT, c, pc);
    }
}

/* Each lock that another thread holds now may be the mutex with which that
 * thread is about to wait. */
void rdl_condition_unheard(const volatile void *c, uintptr_t pc)
{
    if (rdl_n_held == rdl_self->n_held ||
        rdl_detectors_have(rdl_shared->config.disabled,
                           RDL_DETECTOR_ID_unlocked_signal))
        return; /* there are none, or nobody asks for it */
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        struct rdl_thread *t = rdl_thread_at((rdl_tid)i);

        if (!t->live || t == rdl_self)
            continue;
        for (size_t k = 0; k < rdl_thread_named(t); k++) {
            t->held[k].signalled = c;
            t->held[k].signal_pc = pc;
        }
    }
}

uintptr_t rdl_condition_missed(const volatile void *c, const volatile void *m)
{
    const struct rdl_held *held = rdl_lock_entry(rdl_self, m);

    return held != NULL && held->signalled == c ? held->signal_pc : 0;
}

static int condition_wait_for(pthread_cond_t *c, pthread_mutex_t *m,
                              const struct rdl_until *until, uintptr_t pc)
{
    struct rdl_wait wait = {
        .kind = RDL_WAIT_CONDITION,
        .what = WHAT,
        .object = c,
        .cancellable = true,
        .may_be_spurious = true,
        .arg = { (uintptr_t)m },
    };
    enum rdl_woke woke;
    int error;

    rdl_cancel_point();
    rdl_until_announce(until, pc);
    rdl_point(RDL_OP_WAIT, c, sizeof(*c), pc);
    condition_check(c, pc);
    condition_check_mutex(c, m, pc);
    wait.deadline = rdl_until_deadline(until);
    wait.missed = rdl_condition_missed(c, m);
    if (wait.deadline == RDL_NEVER)
        rdl_shared->waits = 1;
    error = rdl_mutex_suspend(m, pc);
    if (error != 0)
        return error;
    if ((c->__data.__wrefs & PSHARED) != 0)
        rdl_pshared_one_process("condition", pc);
    woke = rdl_block(&wait, RDL_OP_WAKE, pc);
    error = rdl_mutex_resume(m, pc);
    /* Cleanup handlers run with the mutex held. */
    if (woke == RDL_WOKE_CANCEL)
        rdl_cancel_act();
    if (error != 0)
        return error;
    return woke == RDL_WOKE_TIMEOUT ? ETIMEDOUT : 0;
}

int rdl_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uintptr_t pc)
{
    static const struct rdl_until for_ever;

    if (!rdl_controlled())
        return REAL(pthread_cond_wait)(c, m);
    return condition_wait_for(c, m, &for_ever, pc);
}

int rdl_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                       const struct timespec *until, uintptr_t pc)
{
    struct timespec copy;

    if (!rdl_controlled())
        return REAL(pthread_cond_clockwait)(c, m, clock, until);
    until = rdl_until_read(until, &copy, pc);
    if (!rdl_until_ok(until) || !rdl_until_clock_ok(clock))
        return EINVAL;
    return condition_wait_for(
        c, m, &(struct rdl_until){ .clock = clock, .when = until }, pc);
}

/* The i-th of those that still wait. */
static struct rdl_wait *condition_sleeper(const pthread_cond_t *c, size_t i)
{
    struct rdl_wait *w = rdl_waiter(c, 0);

    while (w != NULL && !(condition_sleeps(w) && i-- == 0))
        w = rdl_waiter_next(w);
    return w;
}

static unsigned condition_sleepers(const pthread_cond_t *c)
{
    const struct rdl_wait *w;
    unsigned n = 0;

    for (w = rdl_waiter(c, 0); w != NULL; w = rdl_waiter_next(w))
        n += condition_sleeps(w);
    return n;
}

int rdl_cond_signal(pthread_cond_t *c, uintptr_t pc)
{
    unsigned n;

    if (!rdl_controlled())
        return REAL(pthread_cond_signal)(c);
    rdl_point(RDL_OP_SIGNAL, c, sizeof(*c), pc);
    condition_check(c, pc);
    n = condition_sleepers(c);
    if (n > 0)
        rdl_release(condition_sleeper(c, rdl_choose(RDL_CHOOSE_WAITER, n)));
    else
        rdl_condition_unheard(c, pc);
    return 0;
}

int rdl_cond_broadcast(pthread_cond_t *c, uintptr_t pc)
{
    struct rdl_wait *w;

    if (!rdl_controlled())
        return REAL(pthread_cond_broadcast)(c);
    rdl_point(RDL_OP_BROADCAST, c, sizeof(*c), pc);
    condition_check(c, pc);
    if (condition_sleepers(c) == 0)
        rdl_condition_unheard(c, pc);
    for (w = rdl_waiter(c, 0); w != NULL; w = rdl_waiter_next(w)) {
        if (condition_sleeps(w))
            rdl_release(w);
    }
    return 0;
}

int rdl_cond_destroy(pthread_cond_t *c, uintptr_t pc)
{
    if (!rdl_controlled())
        return REAL(pthread_cond_destroy)(c);
    rdl_point(RDL_OP_DESTROY, c, sizeof(*c), pc);
    condition_check(c, pc);
    /* POSIX allows it as soon as all waiters are woken. */
    if (condition_sleepers(c) > 0)
        rdl_misuse(RDL_DESTROY_AWAITED, WHAT, c, pc);
    c->__data.__g1_orig_size = DESTROYED;
    return 0;
}

RDL_EXPORT int pthread_cond_init(pthread_cond_t *c,
                                 const pthread_condattr_t *attributes)
{
    const int result = REAL(pthread_cond_init)(c, attributes);

    if (unlikely(rdl_exploring) && rdl_controlled())
        rdl_exploring_initialised(c);
    return result;
}

RDL_EXPORT int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return rdl_cond_wait(c, m, RDL_PC);
}

RDL_EXPORT int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                      const struct timespec *until)
{
    clockid_t clock =
        (c->__data.__wrefs & MONOTONIC) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;

    return rdl_cond_timedwait(c, m, clock, until, RDL_PC);
}

RDL_EXPORT int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m,
                                      clockid_t clock,
                                      const struct timespec *until)
{
    return rdl_cond_timedwait(c, m, clock, until, RDL_PC);
}

RDL_EXPORT int pthread_cond_signal(pthread_cond_t *c)
{
    return rdl_cond_signal(c, RDL_PC);
}

RDL_EXPORT int pthread_cond_broadcast(pthread_cond_t *c)
{
    return rdl_cond_broadcast(c, RDL_PC);
}

RDL_EXPORT int pthread_cond_destroy(pthread_cond_t *c)
{
    return rdl_cond_destroy(c, RDL_PC);
}
