/* cancel.h - cancellation and cleanup state of a thread; implemented in
 * threads/cancel.c, cleanup.c and leave.c. */
#ifndef RDL_RUNTIME_THREADS_CANCEL_H
#define RDL_RUNTIME_THREADS_CANCEL_H

#include "runtime/core/thread.h"
#include "runtime/sched/needs.h"

struct rdl_cancel {
    bool pending;
    bool disabled;
    bool exiting;   /* already leaving: cancellation has no more effect */
    void *buffers;  /* registered __pthread_unwind_buf_t, newest first */
    void *handlers; /* _pthread_cleanup_push's, newest first */
};
_Static_assert(sizeof(struct rdl_cancel) <= RDL_CANCEL_BYTES,
               "struct rdl_thread has too little room for it");

static inline struct rdl_cancel *rdl_cancel_of(const struct rdl_thread *t)
{
    return (struct rdl_cancel *)(uintptr_t)t->cancel;
}

/* Ends the calling thread with `result`: cleanup handlers, C++ destructors of
 * its frames, thread_local and key destructors, then rdl_thread_end. */
_Noreturn void rdl_thread_leave(void *result);
/* Continues leaving, after a cleanup handler has run. */
_Noreturn void rdl_thread_unwind(void);

#endif
