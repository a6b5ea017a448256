/* noise.h - threads run free, and are disturbed: for strategies that have
 * noise() (strategy.h), as a baseline to compare with.
 *
 * Nothing is under control then (rdl_active stays false): every interceptor
 * passes through, and threads are the kernel's.  Hooks and lock calls come by
 * here on the way: before an operation the thread may have to yield or to
 * sleep, and what happens is recorded for coverage, under one lock.
 *
 * An access and its record are not one atomic thing.  Two threads may be
 * recorded in one order and access in the other; with locks it cannot happen,
 * for a hold is recorded after it succeeded and an unlock before it is made.
 * Findings are what shows by itself: a failed assertion, abort, a crash, an
 * exit status, and a hang as a time-out; none can be replayed.  The place of
 * a crash is the latest record of any thread.
 *
 * Only memory, locks, conditions, create and join come by here: semaphores,
 * barriers, once, futexes and descriptors are neither disturbed nor recorded.
 * A freed block's history goes over to the next at its place, the end of a
 * cancelled thread is not seen, and of more than RDL_MAX_THREADS threads in an
 * execution the others are left alone. */
#ifndef RDL_RUNTIME_SCHED_NOISE_H
#define RDL_RUNTIME_SCHED_NOISE_H

#include "runtime/core/interceptor.h"

#include <pthread.h>

extern bool rdl_noise_on RDL_HIDDEN; /* from then on, and in children */

/* Is there nobody to keep up a virtual world for? */
static inline bool rdl_alone(void)
{
    return rdl_shared == NULL || rdl_noise_on;
}

/* The process was loaded: turns it on if the strategy wants it. */
void rdl_noise_begin(const char *program);
/* The process is about to end. */
void rdl_noise_end(void);
/* It fails: records the finding and ends, unless nothing is recorded any
 * more. */
void rdl_noise_failed(enum rdl_moment_kind kind, const char *text,
                      const char *file, unsigned line, uintptr_t pc);

/* As pthread_create, but for the thread's own record; `create` is the real
 * one. */
int rdl_noise_create(int (*create)(pthread_t *, const pthread_attr_t *,
                                   void *(*)(void *), void *),
                     pthread_t *handle, const pthread_attr_t *attr,
                     void *(*start)(void *), void *argument, uintptr_t pc);
/* The calling thread ends. */
void rdl_noise_leave(void);

/* What the inline functions below do when it is on. */
void rdl_noise_disturb(void);
void rdl_noise_record(enum rdl_op op, const volatile void *addr, size_t size,
                      uintptr_t pc, unsigned flags);

/* Before an operation: the noise, then its record. */
static inline void rdl_noise_before(enum rdl_op op, const volatile void *addr,
                                    size_t size, uintptr_t pc)
{
    if (likely(!rdl_noise_on))
        return;
    rdl_noise_disturb();
    rdl_noise_record(op, addr, size, pc, 0);
}

/* Before one that is recorded when its result is known. */
static inline void rdl_noise_pause(void)
{
    if (unlikely(rdl_noise_on))
        rdl_noise_disturb();
}

static inline void rdl_noise_lock(const volatile void *lock, unsigned flags,
                                  uintptr_t pc)
{
    if (likely(!rdl_noise_on))
        return;
    rdl_noise_disturb();
    rdl_noise_record(RDL_OP_LOCK, lock, 1, pc, flags);
}

/* The real call answered `result`; returns it. */
static inline int rdl_noise_held(int result, const volatile void *lock,
                                 unsigned flags, uintptr_t pc)
{
    if (unlikely(rdl_noise_on) && result == 0)
        rdl_noise_record(RDL_OP_HOLD, lock, 1, pc, flags);
    return result;
}

static inline int rdl_noise_tried(int result, const volatile void *lock,
                                  unsigned flags, uintptr_t pc)
{
    if (unlikely(rdl_noise_on))
        rdl_noise_record(RDL_OP_TRYLOCK, lock, 1, pc,
                         flags | (result != 0 ? RDL_EV_FAILED : 0u));
    return result;
}

#endif
