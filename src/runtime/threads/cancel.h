/* cancel.h - cancellation and cleanup state of a thread; the work is done in
 * threads/cancel.c, cleanup.c and leave.c. */
#ifndef RDL_RUNTIME_THREADS_CANCEL_H
#define RDL_RUNTIME_THREADS_CANCEL_H

#include <stdbool.h>
#include <stdint.h>

struct rdl_thread;

struct rdl_cancel {
    bool pending;
    bool disabled;
    bool asynchronous;
    bool exiting;   /* leaves already: no cancellation acts any more */
    void *buffers;  /* registered __pthread_unwind_buf_t, newest first */
    void *handlers; /* _pthread_cleanup_push's, newest first */
};

/* Acts on a cancellation that is due; to be called at every cancellation
 * point that does not block. */
void rdl_cancel_point(void);
/* Leaves the calling thread as cancelled (after RDL_WOKE_CANCEL). */
_Noreturn void rdl_cancel_act(void);
/* Would a cancellation point of t act now? */
bool rdl_cancel_due(const struct rdl_thread *t);
/* Ends the calling thread with `result`: cleanup handlers, C++ destructors of
 * its frames, thread_local and key destructors, then rdl_thread_end. */
_Noreturn void rdl_thread_leave(void *result);
/* Goes on leaving, behind a cleanup handler that has run. */
_Noreturn void rdl_thread_unwind(void);

#endif
