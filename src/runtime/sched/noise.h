/* noise.h - threads run free, and are disturbed: for strategies that have
 * noise() (strategy.h), as a baseline to compare with.
 *
 * Nothing is under control then (rdl_active stays false): every interceptor
 * passes through, and threads are the kernel's.  Before an operation a thread
 * may have to yield or to sleep, and raddle records what happens for coverage,
 * under one lock.  Two places lead here: the points of memory accesses
 * (memory.h, rdl_point_atomic), and the functions that stand in the place of
 * the C library's (sync/noise_calls.c).
 *
 * An access and its record are not one atomic thing.  Two threads may be
 * recorded in one order and access in the other; with locks it cannot happen,
 * for a hold is recorded after it succeeded and an unlock before it is made.
 * Findings are what shows by itself: a failed assertion, abort, a crash, an
 * exit status, and a hang as a time-out; none can be replayed.  The place of
 * a crash is the latest record of any thread.
 *
 * A compare-exchange is recorded before it is made, as if it succeeded.
 * Only memory, locks, conditions, create and join come by here: semaphores,
 * barriers, once, futexes and descriptors are neither disturbed nor recorded.
 * A freed block's history goes over to the next at its place, the end of a
 * cancelled thread is not seen, and of more than RDL_MAX_THREADS threads in an
 * execution the others are left alone. */
#ifndef RDL_RUNTIME_SCHED_NOISE_H
#define RDL_RUNTIME_SCHED_NOISE_H

#include "runtime/core/interceptor.h"

#include <pthread.h>

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

/* The caller may have to yield or to sleep. */
void rdl_noise_disturb(void);
void rdl_noise_record(enum rdl_op op, const volatile void *addr, size_t size,
                      uintptr_t pc, unsigned flags);
/* The scheduling point of a thread that runs free, before an operation: the
 * noise, then its record. */
void rdl_noise_point(enum rdl_op op, const volatile void *addr, size_t size,
                     uintptr_t pc);
/* `pc`, or the program's place if that is the runtime's. */
uintptr_t rdl_noise_place(uintptr_t pc);

/* sync/noise_calls.c: from now on the interceptors' real functions make
 * noise. */
void rdl_noise_calls(void);

#endif
