/* engine.h - the engines that run the virtual threads: fibers or kernel
 * threads.
 *
 * The scheduler promises: `to` can run; calls never overlap; it resumes no
 * thread after leave().  An engine promises: resume() returns in `from`, on its
 * own stack and TLS, when a later call resumes it; nothing else runs in the
 * meantime. */
#ifndef RDL_RUNTIME_CORE_ENGINE_H
#define RDL_RUNTIME_CORE_ENGINE_H

#include "runtime/core/thread.h"

struct rdl_engine {
    const char *name; /* as typed after --engine= */
    bool keeps_kernel_threads;
    /* The calling kernel thread becomes thread 0. */
    void (*adopt)(struct rdl_thread *main);
    /* Prepares t so that its first resume calls entry() on [stack, top). */
    void (*prepare)(struct rdl_thread *t, char *top, void (*entry)(void));
    void (*resume)(struct rdl_thread *from, struct rdl_thread *to);
    /* `from` has ended: gives its turn to `to` and never returns. */
    void (*leave)(struct rdl_thread *from, struct rdl_thread *to)
        __attribute__((noreturn));
    /* What a donor's kernel thread does after it has filled in its donor. */
    void (*donate)(struct rdl_donor *donor) __attribute__((noreturn));
};

extern const struct rdl_engine rdl_engine_fiber;
extern const struct rdl_engine rdl_engine_kernel;

const struct rdl_engine *rdl_engine_find(const char *name);

#endif
