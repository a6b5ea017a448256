/* cleanup.c - cleanup handlers of C code, which the compiler cannot unwind.
 *
 * pthread_cleanup_push in C without -fexceptions is a setjmp and a call of
 * __pthread_register_cancel.  When the thread leaves the function's frame,
 * leave.c jumps back there; the macro then runs the handler and calls
 * __pthread_unwind_next.  Old objects and some libraries use the older
 * _pthread_cleanup_push, whose handlers are called directly.  With exceptions
 * (and in C++) handlers are cleanups of their frame and need none of this.
 *
 * We use a buffer's __pad: [0] the previous buffer, [1] the newest old handler
 * when it was registered, [2] the cancellation type to restore. */
#include "runtime/core/thread.h"
#include "runtime/threads/cancel.h"

#include <pthread.h>

/* The older calls; <pthread.h> does not declare them any more. */
typedef struct _pthread_cleanup_buffer handler;

void _pthread_cleanup_push(handler *h, void (*routine)(void *), void *arg);
void _pthread_cleanup_pop(handler *h, int execute);
void _pthread_cleanup_push_defer(handler *h, void (*routine)(void *),
                                 void *arg);
void _pthread_cleanup_pop_restore(handler *h, int execute);
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer);
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer);
void __pthread_register_cancel_defer(__pthread_unwind_buf_t *buffer);
void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buffer);
void __pthread_unwind_next(__pthread_unwind_buf_t *buffer)
    __attribute__((noreturn));

RDL_REAL(void, _pthread_cleanup_push, handler *, void (*)(void *), void *);
RDL_REAL(void, _pthread_cleanup_pop, handler *, int);
RDL_REAL(void, __pthread_register_cancel, __pthread_unwind_buf_t *);
RDL_REAL(void, __pthread_unregister_cancel, __pthread_unwind_buf_t *);
RDL_REAL(void, __pthread_register_cancel_defer, __pthread_unwind_buf_t *);
RDL_REAL(void, __pthread_unregister_cancel_restore, __pthread_unwind_buf_t *);
RDL_REAL(void, __pthread_unwind_next, __pthread_unwind_buf_t *);
RDL_REAL_VERSION(void, _pthread_cleanup_push_defer, "GLIBC_2.2.5", handler *,
                 void (*)(void *), void *);
RDL_REAL_VERSION(void, _pthread_cleanup_pop_restore, "GLIBC_2.2.5", handler *,
                 int);

static bool cleanup_defer(void)
{
    bool before = rdl_self->cancel_anywhere;

    rdl_self->cancel_anywhere = false;
    return before;
}

/* Restores asynchronous cancellation, which acts on a request that arrived
 * meanwhile. */
static void cleanup_restore(bool asynchronous)
{
    rdl_self->cancel_anywhere = asynchronous;
    if (asynchronous)
        rdl_cancel_point();
}

RDL_EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t *buffer)
{
    struct rdl_cancel *c;

    if (!rdl_controlled()) {
        REAL(__pthread_register_cancel)(buffer);
        return;
    }
    c = rdl_cancel_of(rdl_self);
    buffer->__pad[0] = c->buffers;
    buffer->__pad[1] = c->handlers;
    c->buffers = buffer;
}

RDL_EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer)
{
    if (!rdl_controlled()) {
        REAL(__pthread_unregister_cancel)(buffer);
        return;
    }
    rdl_cancel_of(rdl_self)->buffers = buffer->__pad[0];
}

RDL_EXPORT void __pthread_register_cancel_defer(__pthread_unwind_buf_t *buffer)
{
    if (!rdl_controlled()) {
        REAL(__pthread_register_cancel_defer)(buffer);
        return;
    }
    __pthread_register_cancel(buffer);
    buffer->__pad[2] = (void *)(uintptr_t)cleanup_defer();
}

RDL_EXPORT void
__pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buffer)
{
    if (!rdl_controlled()) {
        REAL(__pthread_unregister_cancel_restore)(buffer);
        return;
    }
    rdl_cancel_of(rdl_self)->buffers = buffer->__pad[0];
    cleanup_restore(buffer->__pad[2] != NULL);
}

RDL_EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t *buffer)
{
    if (!rdl_controlled()) {
        REAL(__pthread_unwind_next)(buffer);
        __builtin_unreachable();
    }
    rdl_cancel_of(rdl_self)->buffers = buffer->__pad[0];
    rdl_thread_unwind();
}

RDL_EXPORT void _pthread_cleanup_push(handler *h, void (*routine)(void *),
                                      void *arg)
{
    if (!rdl_controlled()) {
        REAL(_pthread_cleanup_push)(h, routine, arg);
        return;
    }
    *h = (handler){ .__routine = routine,
                    .__arg = arg,
                    .__prev = rdl_cancel_of(rdl_self)->handlers };
    rdl_cancel_of(rdl_self)->handlers = h;
}

RDL_EXPORT void _pthread_cleanup_pop(handler *h, int execute)
{
    if (!rdl_controlled()) {
        REAL(_pthread_cleanup_pop)(h, execute);
        return;
    }
    rdl_cancel_of(rdl_self)->handlers = h->__prev;
    if (execute != 0)
        h->__routine(h->__arg);
}

RDL_EXPORT void _pthread_cleanup_push_defer(handler *h, void (*routine)(void *),
                                            void *arg)
{
    if (!rdl_controlled()) {
        REAL(_pthread_cleanup_push_defer)(h, routine, arg);
        return;
    }
    _pthread_cleanup_push(h, routine, arg);
    h->__canceltype = cleanup_defer();
}

RDL_EXPORT void _pthread_cleanup_pop_restore(handler *h, int execute)
{
    if (!rdl_controlled()) {
        REAL(_pthread_cleanup_pop_restore)(h, execute);
        return;
    }
    rdl_cancel_of(rdl_self)->handlers = h->__prev;
    cleanup_restore(h->__canceltype != 0);
    if (execute != 0)
        h->__routine(h->__arg);
}
