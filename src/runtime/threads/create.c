/* create.c - pthread_create, detach and yield.
 *
 * pthread_self and pthread_equal stay the C library's: a thread's handle is the
 * address of its donor's descriptor, to which FS points. */
#include "runtime/core/thread.h"

#include "runtime/observe/tap.h"
#include "runtime/threads/lifecycle.h"
#include "runtime/sched/thread_life.h"
#include "runtime/signals/signals.h"
#include "runtime/threads/keys.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

RDL_REAL(int, pthread_create, pthread_t *, const pthread_attr_t *,
         void *(*)(void *), void *);
RDL_REAL(int, pthread_detach, pthread_t);
RDL_REAL(int, sched_yield, void);

int __sched_yield(void);
#undef pthread_yield
int rdl_export_pthread_yield(void) __asm__("pthread_yield");

/* The stack that the attributes request.  If they do not set one, glibc returns
 * an address that ends at 0. */
static void create_stack_wanted(const pthread_attr_t *attr, void **stack,
                                size_t *size)
{
    pthread_attr_t defaults;

    rdl_libc_begin();
    if (attr == NULL) {
        pthread_attr_init(&defaults);
        attr = &defaults;
    }
    pthread_attr_getstack(attr, stack, size);
    if ((uintptr_t)*stack + *size == 0)
        *stack = NULL;
    if (*stack == NULL)
        pthread_attr_getstacksize(attr, size);
    rdl_libc_end();
}

static void create_take_attributes(struct rdl_thread *t,
                                   const pthread_attr_t *attr)
{
    int detached = PTHREAD_CREATE_JOINABLE;
    sigset_t mask;

    memcpy(t->name, rdl_self->name, sizeof(t->name)); /* like the kernel */
    if (attr == NULL)
        return;
    pthread_attr_getdetachstate(attr, &detached);
    t->detached = detached == PTHREAD_CREATE_DETACHED;
    if (pthread_attr_getsigmask_np(attr, &mask) == 0)
        memcpy(&rdl_signals_of(t)->mask, &mask,
               sizeof(rdl_signals_of(t)->mask));
}

int rdl_thread_create(pthread_t *handle, const pthread_attr_t *attr,
                      void *(*start)(void *), void *argument, uintptr_t pc)
{
    struct rdl_thread *t;
    void *stack;
    size_t size;

    if (!rdl_controlled())
        rdl_activate();
    if (!rdl_controlled()) {
        rdl_thread_foreign();
        return REAL(pthread_create)(handle, attr, start, argument);
    }
    rdl_point(RDL_OP_CREATE, handle, sizeof(*handle), pc);
    create_stack_wanted(attr, &stack, &size);
    t = rdl_thread_new(start, argument, stack,
                       stack == NULL && size <= RDL_DONOR_STACK ? 0 : size);
    if (t == NULL) {
        rdl_note(RDL_NOTE_TOO_MANY_THREADS,
                 "pthread_create failed with EAGAIN: too many threads live at "
                 "once, or no memory for a stack",
                 pc);
        return EAGAIN;
    }
    rdl_tap_created(t, pc);
    rdl_keys_new_thread(t);
    create_take_attributes(t, attr);
    rdl_attributes_new(t, attr, size);
    *handle = rdl_thread_handle(t);
    return 0;
}

RDL_EXPORT int pthread_create(pthread_t *handle, const pthread_attr_t *attr,
                              void *(*start)(void *), void *argument)
{
    return rdl_thread_create(handle, attr, start, argument, RDL_PC);
}

int rdl_thread_detach(pthread_t handle, uintptr_t pc)
{
    struct rdl_thread *t;

    if (!rdl_controlled())
        return REAL(pthread_detach)(handle);
    rdl_point(RDL_OP_DETACH, (void *)handle, 1, pc);
    t = rdl_thread_given(handle, pc);
    if (t == NULL)
        return ESRCH;
    if (t->detached)
        return EINVAL;
    /* Another thread already joins it, and that join stays valid (as in
     * glibc). */
    if (rdl_waiters((void *)handle) > 0)
        return 0;
    t->detached = true;
    if (!t->live)
        rdl_thread_reap(t);
    return 0;
}

RDL_EXPORT int pthread_detach(pthread_t handle)
{
    return rdl_thread_detach(handle, RDL_PC);
}

int rdl_thread_yield(uintptr_t pc)
{
    if (!rdl_controlled())
        return REAL(sched_yield)();
    rdl_point(RDL_OP_YIELD, NULL, 0, pc);
    return 0;
}

RDL_EXPORT int sched_yield(void)
{
    return rdl_thread_yield(RDL_PC);
}

RDL_EXPORT int __sched_yield(void)
{
    return rdl_thread_yield(RDL_PC);
}

/* Old binaries only: <pthread.h> renames it to sched_yield. */
RDL_EXPORT int rdl_export_pthread_yield(void)
{
    return rdl_thread_yield(RDL_PC);
}
