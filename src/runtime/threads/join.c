/* join.c - waiting for a thread's end.
 *
 * A thread does not record its joiners: a joiner waits for its handle, so the
 * waits on that object are the joiners.  Two threads that join each other do
 * not get EDEADLK (glibc only attempts that, and misses it): that is a
 * deadlock. */
#include "runtime/core/thread.h"

#include "runtime/observe/tap.h"
#include "runtime/sched/clock.h"
#include "runtime/threads/lifecycle.h"
#include "runtime/sched/thread_life.h"

#include <errno.h>

RDL_REAL(int, pthread_join, pthread_t, void **);
RDL_REAL(int, pthread_tryjoin_np, pthread_t, void **);
RDL_REAL(int, pthread_timedjoin_np, pthread_t, void **,
         const struct timespec *);
RDL_REAL(int, pthread_clockjoin_np, pthread_t, void **, clockid_t,
         const struct timespec *);

static bool join_has_ended(const struct rdl_wait *wait)
{
    return !rdl_thread_at((rdl_tid)wait->arg[0])->live;
}

/* May the caller join t?  0, or why not. */
static int join_refusal(const struct rdl_thread *t)
{
    if (t == NULL)
        return ESRCH;
    if (t->detached)
        return EINVAL;
    if (t == rdl_self)
        return EDEADLK;
    if (rdl_waiters((void *)rdl_thread_handle(t)) > 0)
        return EINVAL;
    return 0;
}

static int join_await_end(const struct rdl_thread *t, uint64_t deadline,
                          uintptr_t pc)
{
    struct rdl_wait wait = {
        .kind = RDL_WAIT_JOIN,
        .what = "thread",
        .object = (void *)rdl_thread_handle(t),
        .ready = join_has_ended,
        .deadline = deadline,
        .cancellable = true,
        .arg = { t->tid },
    };

    switch (rdl_block(&wait, RDL_OP_JOIN, pc)) {
    case RDL_WOKE_CANCEL:
        rdl_cancel_act();
    case RDL_WOKE_TIMEOUT:
        return ETIMEDOUT;
    default:
        return 0;
    }
}

static void join_take_result(struct rdl_thread *t, void **result)
{
    rdl_tap_joined(t);
    rdl_call_touches(result, sizeof(*result), /*writes=*/true);
    if (result != NULL)
        *result = t->result;
    rdl_thread_reap(t);
}

/* For calls that are not under control. */
static int join_real_join(pthread_t handle, void **result, clockid_t clock,
                          const struct timespec *until)
{
    if (until == NULL)
        return REAL(pthread_join)(handle, result);
    return REAL(pthread_clockjoin_np)(handle, result, clock, until);
}

int rdl_thread_join(pthread_t handle, void **result, clockid_t clock,
                    const struct timespec *until, uintptr_t pc)
{
    struct rdl_thread *t;
    struct timespec copy;
    int error;

    if (!rdl_controlled())
        return join_real_join(handle, result, clock, until);
    until = rdl_until_read(until, &copy, pc);
    rdl_self->timed = until != NULL;
    rdl_point(RDL_OP_JOIN, (void *)handle, 1, pc);
    rdl_cancel_point();
    t = rdl_thread_given(handle, pc);
    error = join_refusal(t);
    if (error != 0)
        return error;
    if (t->live) {
        uint64_t deadline = RDL_NEVER;

        if (until != NULL) {
            if (until->tv_nsec < 0 || until->tv_nsec > 999999999)
                return EINVAL;
            deadline = rdl_clock_deadline(clock, until);
        }
        error = join_await_end(t, deadline, pc);
        if (error != 0)
            return error;
    }
    join_take_result(t, result);
    return 0;
}

RDL_EXPORT int pthread_join(pthread_t handle, void **result)
{
    return rdl_thread_join(handle, result, CLOCK_REALTIME, NULL, RDL_PC);
}

RDL_EXPORT int pthread_timedjoin_np(pthread_t handle, void **result,
                                    const struct timespec *until)
{
    return rdl_thread_join(handle, result, CLOCK_REALTIME, until, RDL_PC);
}

RDL_EXPORT int pthread_clockjoin_np(pthread_t handle, void **result,
                                    clockid_t clock,
                                    const struct timespec *until)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    return rdl_thread_join(handle, result, clock, until, RDL_PC);
}

/* Not a cancellation point.  A thread that still runs gives EBUSY whatever else
 * is wrong with the call, as in glibc. */
RDL_EXPORT int pthread_tryjoin_np(pthread_t handle, void **result)
{
    struct rdl_thread *t;
    int error;

    if (!rdl_controlled())
        return REAL(pthread_tryjoin_np)(handle, result);
    rdl_point_flags(RDL_OP_JOIN, (void *)handle, 1, RDL_PC, RDL_EV_TRY);
    t = rdl_thread_given(handle, RDL_PC);
    if (t != NULL && t->live) {
        rdl_failed();
        return EBUSY;
    }
    error = join_refusal(t);
    if (error != 0)
        return error;
    join_take_result(t, result);
    return 0;
}
