/* helpers.c - threads that the C library makes for itself.
 *
 * aio_read, getaddrinfo_a and mq_notify use threads, made by calls inside the C
 * library that cannot be interposed: the runtime sees only the final system
 * call.  The new thread's descriptor, which the call passes as its TLS,
 * contains the function to run.  A thread of ours runs that function, and the
 * kernel makes none; the descriptor stays unused. */
#include "runtime/threads/helpers.h"

#include "runtime/observe/tap.h"
#include "runtime/core/identity.h"
#include "runtime/threads/keys.h"
#include "runtime/threads/lifecycle.h"
#include "runtime/machine/glibc.h"
#include "runtime/core/thread.h"
#include "runtime/sched/thread_life.h"

#include <errno.h>
#include <linux/sched.h>
#include <pthread.h>
#include <string.h>

typedef struct _pthread_cleanup_buffer handler;

RDL_REAL(void, _pthread_cleanup_push, handler *, void (*)(void *), void *);
RDL_REAL(void, _pthread_cleanup_pop, handler *, int);
RDL_REAL(void, __pthread_register_cancel, __pthread_unwind_buf_t *);
RDL_REAL(void, __pthread_unregister_cancel, __pthread_unwind_buf_t *);

bool rdl_helper_is(const struct clone_args *args)
{
    const uint64_t flags = CLONE_THREAD | CLONE_SETTLS;

    return rdl_controlled() && (args->flags & flags) == flags &&
           rdl_glibc_start(args->tls) != NULL;
}

/* The donor's descriptor may still refer to cleanup handlers of an execution
 * that ended inside a call of the C library. */
static void helpers_forget_handlers(void)
{
    handler h;

    REAL(_pthread_cleanup_push)(&h, NULL, NULL);
    h.__prev = NULL;
    REAL(_pthread_cleanup_pop)(&h, /*execute=*/0);
}

/* The C library's own pthread_exit unwinds to the buffer named in its
 * descriptor, in the frame that began the thread: this one. */
static void *helpers_help(void *descriptor)
{
    const struct rdl_glibc_start *s = rdl_glibc_start((uintptr_t)descriptor);
    __pthread_unwind_buf_t end;

    helpers_forget_handlers();
    if (__sigsetjmp_cancel(end.__cancel_jmp_buf, /*mask=*/0) == 0) {
        REAL(__pthread_register_cancel)(&end);
        s->function(s->argument);
    }
    REAL(__pthread_unregister_cancel)(&end);
    return NULL; /* no thread joins it */
}

long rdl_helper_make(const struct clone_args *args, uintptr_t pc)
{
    struct rdl_thread *t;

    rdl_point(RDL_OP_CREATE, NULL, 0, pc);
    t = rdl_thread_new(helpers_help, (void *)(uintptr_t)args->tls, NULL, 0);
    if (t == NULL)
        return -EAGAIN;
    /* A donor is made in the same way, and its function is known. */
    ASSERT(rdl_glibc_start(t->donor->fs)->argument == t->donor);
    rdl_tap_created(t, pc);
    rdl_keys_new_thread(t);
    rdl_attributes_new(t, NULL, t->stack_size);
    t->detached = true;
    t->helper = true;
    memcpy(t->name, "libc", sizeof("libc"));
    return rdl_vtid(t->tid);
}
