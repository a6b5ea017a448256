/* noise_calls.c - noise at calls of the C library.
 *
 * Where nothing is under control an interceptor passes its call on to the real
 * function.  Under noise one of these functions replaces the real one: it
 * disturbs the caller, records the operation and makes the real call.  So
 * interceptors do not know about noise. */
#include "runtime/sched/noise.h"

#include "runtime/sync/c11.h"
#include "runtime/sync/mutex.h"

#include <errno.h>
#include <time.h>

/* The interceptor jumps here, so the return address is in the program. */
#define PLACE rdl_noise_place(RDL_PC)

/* Opens the function that replaces `name`. */
#define NOISY(name, ...)                                                       \
    static int (*real_##name)(__VA_ARGS__);                                    \
    static int noisy_##name(__VA_ARGS__)

static int calls_held(int result, const volatile void *lock, unsigned flags,
                      uintptr_t pc)
{
    if (result == 0)
        rdl_noise_record(RDL_OP_HOLD, lock, 1, pc, flags);
    return result;
}

static int calls_tried(int result, const volatile void *lock, unsigned flags,
                       uintptr_t pc)
{
    rdl_noise_record(RDL_OP_TRYLOCK, lock, 1, pc,
                     flags | (result != 0 ? RDL_EV_FAILED : 0u));
    return result;
}

static void calls_lock(const volatile void *lock, unsigned flags, uintptr_t pc)
{
    rdl_noise_disturb();
    rdl_noise_record(RDL_OP_LOCK, lock, 1, pc, flags);
}

/* --- Mutexes ---------------------------------------------------------------
 */

/* Does the caller hold it more than once? */
static bool calls_nested(const pthread_mutex_t *m)
{
    return rdl_mutex_type(m) == PTHREAD_MUTEX_RECURSIVE &&
           m->__data.__count > 1;
}

static int calls_mutex_held(int result, const pthread_mutex_t *m, uintptr_t pc)
{
    return result != 0 || calls_nested(m) ? result
                                          : calls_held(result, m, 0, pc);
}

NOISY(pthread_mutex_lock, pthread_mutex_t *m)
{
    const uintptr_t pc = PLACE;

    calls_lock(m, 0, pc);
    return calls_mutex_held(real_pthread_mutex_lock(m), m, pc);
}

NOISY(pthread_mutex_clocklock, pthread_mutex_t *m, clockid_t clock,
      const struct timespec *until)
{
    const uintptr_t pc = PLACE;

    calls_lock(m, 0, pc);
    return calls_mutex_held(real_pthread_mutex_clocklock(m, clock, until), m,
                            pc);
}

NOISY(pthread_mutex_trylock, pthread_mutex_t *m)
{
    const uintptr_t pc = PLACE;

    rdl_noise_disturb();
    return calls_tried(real_pthread_mutex_trylock(m), m, 0, pc);
}

NOISY(pthread_mutex_unlock, pthread_mutex_t *m)
{
    if (!calls_nested(m))
        rdl_noise_point(RDL_OP_UNLOCK, m, 1, PLACE);
    return real_pthread_mutex_unlock(m);
}

NOISY(pthread_mutex_destroy, pthread_mutex_t *m)
{
    rdl_noise_point(RDL_OP_DESTROY, m, sizeof(*m), PLACE);
    return real_pthread_mutex_destroy(m);
}

/* --- Reader-writer locks and spin locks ------------------------------------
 */

NOISY(pthread_rwlock_rdlock, pthread_rwlock_t *l)
{
    const uintptr_t pc = PLACE;

    calls_lock(l, RDL_EV_SHARED, pc);
    return calls_held(real_pthread_rwlock_rdlock(l), l, RDL_EV_SHARED, pc);
}

NOISY(pthread_rwlock_wrlock, pthread_rwlock_t *l)
{
    const uintptr_t pc = PLACE;

    calls_lock(l, 0, pc);
    return calls_held(real_pthread_rwlock_wrlock(l), l, 0, pc);
}

NOISY(pthread_rwlock_clockrdlock, pthread_rwlock_t *l, clockid_t clock,
      const struct timespec *until)
{
    const uintptr_t pc = PLACE;

    calls_lock(l, RDL_EV_SHARED, pc);
    return calls_held(real_pthread_rwlock_clockrdlock(l, clock, until), l,
                      RDL_EV_SHARED, pc);
}

NOISY(pthread_rwlock_clockwrlock, pthread_rwlock_t *l, clockid_t clock,
      const struct timespec *until)
{
    const uintptr_t pc = PLACE;

    calls_lock(l, 0, pc);
    return calls_held(real_pthread_rwlock_clockwrlock(l, clock, until), l, 0,
                      pc);
}

NOISY(pthread_rwlock_tryrdlock, pthread_rwlock_t *l)
{
    const uintptr_t pc = PLACE;

    rdl_noise_disturb();
    return calls_tried(real_pthread_rwlock_tryrdlock(l), l, RDL_EV_SHARED, pc);
}

NOISY(pthread_rwlock_trywrlock, pthread_rwlock_t *l)
{
    const uintptr_t pc = PLACE;

    rdl_noise_disturb();
    return calls_tried(real_pthread_rwlock_trywrlock(l), l, 0, pc);
}

NOISY(pthread_rwlock_unlock, pthread_rwlock_t *l)
{
    rdl_noise_point(RDL_OP_UNLOCK, l, 1, PLACE);
    return real_pthread_rwlock_unlock(l);
}

NOISY(pthread_spin_lock, pthread_spinlock_t *l)
{
    const uintptr_t pc = PLACE;

    calls_lock(l, 0, pc);
    return calls_held(real_pthread_spin_lock(l), l, 0, pc);
}

NOISY(pthread_spin_trylock, pthread_spinlock_t *l)
{
    const uintptr_t pc = PLACE;

    rdl_noise_disturb();
    return calls_tried(real_pthread_spin_trylock(l), l, 0, pc);
}

NOISY(pthread_spin_unlock, pthread_spinlock_t *l)
{
    rdl_noise_point(RDL_OP_UNLOCK, l, 1, PLACE);
    return real_pthread_spin_unlock(l);
}

/* --- Conditions ------------------------------------------------------------
 */

/* A wait gives the mutex back. */
static void calls_wait(const pthread_cond_t *c, const pthread_mutex_t *m,
                       uintptr_t pc)
{
    rdl_noise_point(RDL_OP_WAIT, c, 1, pc);
    rdl_noise_record(RDL_OP_UNLOCK, m, 1, pc, 0);
}

NOISY(pthread_cond_wait, pthread_cond_t *c, pthread_mutex_t *m)
{
    const uintptr_t pc = PLACE;

    calls_wait(c, m, pc);
    return calls_held(real_pthread_cond_wait(c, m), m, 0, pc);
}

NOISY(pthread_cond_clockwait, pthread_cond_t *c, pthread_mutex_t *m,
      clockid_t clock, const struct timespec *until)
{
    const uintptr_t pc = PLACE;
    int error;

    calls_wait(c, m, pc);
    error = real_pthread_cond_clockwait(c, m, clock, until);
    calls_held(error == ETIMEDOUT ? 0 : error, m, 0, pc);
    return error;
}

NOISY(pthread_cond_signal, pthread_cond_t *c)
{
    rdl_noise_point(RDL_OP_SIGNAL, c, 1, PLACE);
    return real_pthread_cond_signal(c);
}

NOISY(pthread_cond_broadcast, pthread_cond_t *c)
{
    rdl_noise_point(RDL_OP_BROADCAST, c, 1, PLACE);
    return real_pthread_cond_broadcast(c);
}

/* --- Threads ---------------------------------------------------------------
 */

NOISY(pthread_create, pthread_t *handle, const pthread_attr_t *attr,
      void *(*start)(void *), void *argument)
{
    return rdl_noise_create(real_pthread_create, handle, attr, start, argument,
                            PLACE);
}

static int calls_joined(int error, pthread_t handle, uintptr_t pc)
{
    if (error == 0)
        rdl_noise_record(RDL_OP_JOIN, (void *)handle, 1, pc, 0);
    return error;
}

NOISY(pthread_join, pthread_t handle, void **result)
{
    const uintptr_t pc = PLACE;

    rdl_noise_disturb();
    return calls_joined(real_pthread_join(handle, result), handle, pc);
}

NOISY(pthread_clockjoin_np, pthread_t handle, void **result, clockid_t clock,
      const struct timespec *until)
{
    const uintptr_t pc = PLACE;

    rdl_noise_disturb();
    return calls_joined(real_pthread_clockjoin_np(handle, result, clock, until),
                        handle, pc);
}

static void (*real_pthread_exit)(void *result);
static void noisy_pthread_exit(void *result)
{
    rdl_noise_leave();
    real_pthread_exit(result);
    __builtin_unreachable();
}

/* A function that returns int leaves the upper half of the result register
 * undefined: thrd_join reads only the lower half. */
NOISY(thrd_create, thrd_t *thread, thrd_start_t start, void *argument)
{
    void *(*any)(void *) = (void *(*)(void *))(void (*)(void))start;

    return rdl_c11_result(rdl_noise_create(real_pthread_create, thread, NULL,
                                           any, argument, PLACE));
}

NOISY(thrd_join, thrd_t thread, int *result)
{
    const uintptr_t pc = PLACE;
    void *value;
    int error;

    rdl_noise_disturb();
    error = calls_joined(real_pthread_join(thread, &value), thread, pc);
    if (error == 0 && result != NULL)
        *result = (int)(uintptr_t)value;
    return rdl_c11_result(error);
}

static const struct {
    const char *name;
    void *noisy;
    void **real;
} calls[] = {
#define CALL(name)                                                             \
    {                                                                          \
#name, (void *)noisy_##name, (void **)&real_##name                     \
    }
    CALL(pthread_mutex_lock),
    CALL(pthread_mutex_clocklock),
    CALL(pthread_mutex_trylock),
    CALL(pthread_mutex_unlock),
    CALL(pthread_mutex_destroy),
    CALL(pthread_rwlock_rdlock),
    CALL(pthread_rwlock_wrlock),
    CALL(pthread_rwlock_clockrdlock),
    CALL(pthread_rwlock_clockwrlock),
    CALL(pthread_rwlock_tryrdlock),
    CALL(pthread_rwlock_trywrlock),
    CALL(pthread_rwlock_unlock),
    CALL(pthread_spin_lock),
    CALL(pthread_spin_trylock),
    CALL(pthread_spin_unlock),
    CALL(pthread_cond_wait),
    CALL(pthread_cond_clockwait),
    CALL(pthread_cond_signal),
    CALL(pthread_cond_broadcast),
    CALL(pthread_create),
    CALL(pthread_join),
    CALL(pthread_clockjoin_np),
    CALL(pthread_exit),
    CALL(thrd_create),
    CALL(thrd_join),
#undef CALL
};

void rdl_noise_calls(void)
{
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        rdl_reals_replace(calls[i].name, calls[i].noisy, calls[i].real);
}
