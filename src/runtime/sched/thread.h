/* thread.h - the virtual threads.
 *
 * Owned by thread.c.  Each family of interceptors keeps what it needs per
 * thread in a struct of its own header; this file only gives it a place. */
#ifndef RDL_RUNTIME_SCHED_THREAD_H
#define RDL_RUNTIME_SCHED_THREAD_H

#include "runtime/sched/interceptor.h"
#include "runtime/sched/donor.h"
#include "runtime/observe/shadow_stack.h"
#include "runtime/sched/spin.h"
#include "runtime/threads/cancel.h"
#include "runtime/threads/keys.h"
#include "runtime/signals/signals.h"

#define RDL_MAX_HELD 64

struct rdl_held {
    const volatile void *lock;
    uintptr_t pc;
    unsigned flags;
};

struct rdl_thread {
    rdl_tid tid;
    bool live; /* created and not ended */
    bool used; /* live, or ended and neither joined nor detached */
    bool detached;
    bool helper;  /* of the C library, or of what stands for it: timers */
    bool started; /* has taken its first step */
    bool waits_for_effect; /* left out until a step has one (sched.c) */
    uint64_t left_out_at;  /* latest step with an effect as it was left out */
    bool attention;        /* a signal or a cancellation is due: rdl_attend() */
    bool in_handler_stack; /* runs on an alternate stack: no switches */
    bool in_handler;       /* of a signal that came between two steps */
    bool asks;             /* for less than every switch: see `atomic` */
    struct rdl_wait *wait; /* NULL: it can run */
    struct rdl_donor *donor; /* real TLS and stack */
    struct rdl_context context;
    char *stack; /* the donor's, or what the target asked for */
    size_t stack_size;
    uintptr_t stack_floor; /* where it overflows; 0: not ours to say */
    uintptr_t stack_top;   /* where it begins */
    void *(*start)(void *);
    void *argument;
    void *result;
    uint32_t serial; /* n-th thread of the execution, from 0 */
    uint32_t allocations;
    uint64_t write_due; /* address whose written value is not hashed yet */
    uint32_t write_size;
    uint16_t n_held;
    struct rdl_held held[RDL_MAX_HELD];
    /* What the program asked for (include/raddle.h). */
    uint16_t atomic;  /* depth: no other thread steps */
    uint16_t ignores; /* depth: accesses are no decisions */
    uint16_t ignored; /* accesses since the latest that was one */
    char name[16];
    int death_signal; /* process/prctl.c; not main's */
    struct rdl_shadow shadow;
    struct rdl_spin spin;
    struct rdl_cancel cancel;
    struct rdl_keys keys;
    struct rdl_signals signals;
};

/* How many of the locks it holds are named in `held`. */
static inline size_t rdl_thread_named(const struct rdl_thread *t)
{
    return t->n_held < RDL_MAX_HELD ? t->n_held : RDL_MAX_HELD;
}

/* The thread whose turn it is.  Never NULL while controlled. */
extern struct rdl_thread *rdl_self RDL_HIDDEN;

struct rdl_thread *rdl_thread_at(rdl_tid tid);
/* One past the highest tid ever used in this execution. */
size_t rdl_thread_limit(void);
/* The used thread with this handle (a pthread_t), NULL if none. */
struct rdl_thread *rdl_thread_of(uintptr_t handle);
/* The same for a call at pc that was given the handle: it is a finding if there
 * is none.  POSIX leaves that undefined, and glibc reads what lies there. */
struct rdl_thread *rdl_thread_given(uintptr_t handle, uintptr_t pc);
/* A thread is made that is not under control: not all handles are known. */
void rdl_thread_foreign(void);
static inline uintptr_t rdl_thread_handle(const struct rdl_thread *t)
{
    return t->donor->fs;
}

/* A new thread, enabled, its first step pending.  NULL: no more threads or no
 * memory.  stack NULL: the donor's own, or a mapping if `size` is larger. */
struct rdl_thread *rdl_thread_new(void *(*start)(void *), void *argument,
                                  void *stack, size_t size);
/* The calling thread has run its destructors: ends it, wakes its joiners. */
_Noreturn void rdl_thread_end(void *result);
/* Its result was taken, or it is detached and has ended: may be used again. */
void rdl_thread_reap(struct rdl_thread *t);

/* Frames of a thread for a finding, innermost first; returns how many. */
size_t rdl_thread_frames(const struct rdl_thread *t, uintptr_t *out,
                         size_t max);

#endif
