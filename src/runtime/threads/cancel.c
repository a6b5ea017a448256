/* cancel.c - pthread_cancel, and when it takes effect.
 *
 * Deferred cancellation acts when a thread is blocked in or reaches a
 * cancellation point (rdl_cancel_point).  Unlike in glibc, a pending one also
 * acts at a point that would not have blocked, as POSIX requires.  Asynchronous
 * cancellation acts at the thread's next scheduling point; a thread that waits
 * for a lock gets the lock first. */
#include "runtime/core/thread.h"
#include "runtime/explore/exploring.h"
#include "runtime/explore/objects.h"
#include "runtime/observe/race.h"
#include "runtime/observe/tap.h"
#include "runtime/threads/cancel.h"
#include "runtime/sched/needs.h"

#include <errno.h>
#include <pthread.h>

RDL_REAL(int, pthread_cancel, pthread_t);
RDL_REAL(int, pthread_setcancelstate, int, int *);
RDL_REAL(int, pthread_setcanceltype, int, int *);
RDL_REAL(void, pthread_testcancel, void);

bool rdl_cancel_due(const struct rdl_thread *t)
{
    return rdl_cancel_of(t)->pending && !rdl_cancel_of(t)->disabled &&
           !rdl_cancel_of(t)->exiting;
}

void rdl_cancel_act(void)
{
    rdl_cancel_of(rdl_self)->pending = false;
    rdl_race_outside(); /* pthread_cancel() comes before the cleanup */
    rdl_thread_leave(PTHREAD_CANCELED);
}

bool rdl_cancel_pending(const struct rdl_thread *t)
{
    return rdl_cancel_of(t)->pending;
}

void rdl_cancel_point(void)
{
    if (unlikely(rdl_exploring)) /* nothing else listens */
        rdl_tap_cancellable(/*anywhere=*/false);
    if (unlikely(rdl_cancel_due(rdl_self)))
        rdl_cancel_act();
}

static void cancel_act_if_asynchronous(void)
{
    if (rdl_self->cancel_anywhere)
        rdl_cancel_point();
}

RDL_EXPORT int pthread_cancel(pthread_t handle)
{
    struct rdl_thread *t;

    if (!rdl_controlled())
        return REAL(pthread_cancel)(handle);
    rdl_point(RDL_OP_CANCEL, (void *)handle, 1, RDL_PC);
    t = rdl_thread_given(handle, RDL_PC);
    if (t == NULL)
        return ESRCH;
    if (!t->live)
        return 0;
    rdl_cancel_of(t)->pending = true;
    if (!rdl_cancel_due(t))
        return 0;
    if (t == rdl_self) {
        cancel_act_if_asynchronous();
        return 0;
    }
    if (t->cancel_anywhere)
        t->attention = true;
    if (t->wait != NULL && t->wait->cancellable) {
        t->wait->cancelled = true;
        rdl_changed(t->wait->object);
    }
    return 0;
}

RDL_EXPORT int pthread_setcancelstate(int state, int *old)
{
    struct rdl_cancel *c;

    if (!rdl_controlled())
        return REAL(pthread_setcancelstate)(state, old);
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    c = rdl_cancel_of(rdl_self);
    rdl_call_writes(old, sizeof(*old), RDL_PC);
    if (old != NULL)
        *old = c->disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    c->disabled = state == PTHREAD_CANCEL_DISABLE;
    cancel_act_if_asynchronous();
    return 0;
}

RDL_EXPORT int pthread_setcanceltype(int type, int *old)
{
    if (!rdl_controlled())
        return REAL(pthread_setcanceltype)(type, old);
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    rdl_call_writes(old, sizeof(*old), RDL_PC);
    if (old != NULL)
        *old = rdl_self->cancel_anywhere ? PTHREAD_CANCEL_ASYNCHRONOUS
                                         : PTHREAD_CANCEL_DEFERRED;
    rdl_self->cancel_anywhere = type == PTHREAD_CANCEL_ASYNCHRONOUS;
    if (rdl_self->cancel_anywhere && unlikely(rdl_exploring))
        rdl_tap_cancellable(/*anywhere=*/true);
    cancel_act_if_asynchronous();
    return 0;
}

/* Without a request it only reads: a loop around it is a waiting loop. */
RDL_EXPORT void pthread_testcancel(void)
{
    if (!rdl_controlled()) {
        REAL(pthread_testcancel)();
        return;
    }
    rdl_point(RDL_OP_CANCEL, (void *)rdl_thread_handle(rdl_self), 1, RDL_PC);
    rdl_cancel_point();
    rdl_failed();
}

void rdl_cancel_asynchronous(const struct rdl_thread *t)
{
    if (t->cancel_anywhere && rdl_cancel_due(t))
        rdl_cancel_act();
}
