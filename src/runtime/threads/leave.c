/* leave.c - how a thread leaves from the middle of its stack: pthread_exit and
 * cancellation.
 *
 * glibc's own way ends the kernel thread, which under fibers runs all threads.
 * Ours is the same forced unwind up to that point: personality routines run C++
 * destructors and cleanups of C frames compiled with -fexceptions, the stop
 * function runs the handlers of other C frames, and at the end of the stack the
 * thread ends as if its function had returned.
 *
 * Without an unwinder only the handlers run that do not need one. */

#include "runtime/core/persistent.h"
#include "runtime/effects/descriptors.h"
#include "runtime/observe/unwind.h"
#include "runtime/core/aside.h"
#include "runtime/core/thread.h"
#include "runtime/sched/thread_life.h"
#include "runtime/signals/abort.h"
#include "runtime/threads/cancel.h"
#include "runtime/threads/keys.h"

#include <pthread.h>
#include <setjmp.h>
#include <string.h>
#include <sys/syscall.h>

RDL_REAL(void, pthread_exit, void *);

static struct _Unwind_Exception exceptions[RDL_MAX_THREADS];

RDL_PERSISTENT(exceptions); /* set when a thread begins to leave */

static bool leave_is_left(const void *on_stack, uintptr_t sp)
{
    return (uintptr_t)on_stack < sp;
}

/* Runs what was registered in frames below `sp` (the stack pointer of a frame
 * that is still active), newest first.  Does not return if that is a buffer:
 * __pthread_unwind_next continues from there. */
static void leave_run_handlers(struct rdl_cancel *c, uintptr_t sp)
{
    __pthread_unwind_buf_t *buffer = c->buffers;
    /* Handlers older than the buffer have to wait for it. */
    void *until = buffer != NULL ? buffer->__pad[1] : NULL;

    while (c->handlers != until && leave_is_left(c->handlers, sp)) {
        struct _pthread_cleanup_buffer *h = c->handlers;

        c->handlers = h->__prev;
        h->__routine(h->__arg);
    }
    if (buffer != NULL && leave_is_left(buffer, sp)) {
        void *target = buffer; /* a buffer begins with the jump's target */

        /* Its handler may leave again and must not find this buffer then. */
        c->buffers = buffer->__pad[0];
        _longjmp(target, 1);
    }
}

static _Noreturn void leave_end_of_stack(struct rdl_thread *t)
{
    leave_run_handlers(rdl_cancel_of(t), UINTPTR_MAX);
    rdl_keys_end_thread(t);
    rdl_thread_end(t->result);
}

/* Called before each frame is left.  The CFA is the frame's own stack pointer,
 * at its call of the frame below. */
static _Unwind_Reason_Code leave_stop(int version, _Unwind_Action actions,
                                      _Unwind_Exception_Class class,
                                      struct _Unwind_Exception *exception,
                                      struct _Unwind_Context *context,
                                      void *argument)
{
    struct rdl_thread *t = argument;

    (void)version;
    (void)class;
    (void)exception;
    if ((actions & _UA_END_OF_STACK) != 0)
        leave_end_of_stack(t);
    /* The runtime's own frames: the target's are elsewhere. */
    if (!rdl_aside_holds(rdl_unwind_sp(context)))
        leave_run_handlers(rdl_cancel_of(t), rdl_unwind_sp(context));
    return _URC_NO_REASON;
}

/* The C++ runtime deletes the exception: a catch (...) did not rethrow it. */
static void leave_swallowed(_Unwind_Reason_Code reason,
                            struct _Unwind_Exception *exception)
{
    static const char text[] = "FATAL: exception not rethrown\n";

    (void)reason;
    (void)exception;
    rdl_descriptor_error(text, sizeof(text) - 1);
    rdl_abort(RDL_AT_ABORT, "the end of the thread was caught and not rethrown",
              NULL, 0, rdl_unwind_target());
}

void rdl_thread_unwind(void)
{
    struct rdl_thread *t = rdl_self;
    struct _Unwind_Exception *e = &exceptions[t->tid];

    memset(e, 0, sizeof(*e));
    e->exception_cleanup = leave_swallowed;
    rdl_unwind_forced(e, leave_stop, t);
    /* Reached only if there is no unwinder, or if it cannot unwind a frame. */
    leave_end_of_stack(t);
}

static void leave_unwind_there(int number, siginfo_t *info, void *argument)
{
    (void)number;
    (void)info;
    (void)argument;
    rdl_thread_unwind();
}

void rdl_thread_leave(void *result)
{
    rdl_cancel_of(rdl_self)->exiting = true;
    rdl_self->result = result;
    rdl_aside_leave(leave_unwind_there, 0, NULL, NULL);
    __builtin_unreachable();
}

RDL_EXPORT void pthread_exit(void *result)
{
    if (!rdl_controlled()) {
        REAL(pthread_exit)(result);
        __builtin_unreachable();
    }
    rdl_thread_leave(result);
}
