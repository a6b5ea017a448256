/* noise.h - noise injection: threads run freely and are disturbed.  For
 * strategies that have noise() (strategy.h), as a baseline for comparison.
 *
 * Nothing is under control then (rdl_active stays false): every interceptor
 * passes through, and the kernel schedules the threads.  Before an operation a
 * thread may have to yield or sleep, and raddle records each operation for
 * coverage, under one lock.  Two places call these functions: the points of
 * memory accesses (memory.h, rdl_point_atomic), and the functions that replace
 * the C library's (sync/noise_calls.c).
 *
 * An access and its record are not atomic: two threads may be recorded in one
 * order and access memory in the other.  With locks this cannot happen, because
 * a hold is recorded after it succeeded and an unlock before it is made.
 * Findings are only what the process itself shows: a failed assertion, abort, a
 * crash, an exit status, and a hang as a time-out.  raddle cannot replay them.
 * The place of a crash is the latest record of any thread.
 *
 * A compare-exchange is recorded before it is made, as if it succeeded.  Only
 * memory accesses, locks, conditions, create and join are covered; semaphores,
 * barriers, once, futexes and descriptors are neither disturbed nor recorded.
 * The papers disturb accesses to shared memory only; here every access with a
 * hook is disturbed, because nothing is learnt: at the same percentage an
 * execution gets more noise.
 * The next block at the address of a freed block inherits its history.  The end
 * of a cancelled thread is not seen.  Threads beyond RDL_MAX_THREADS in an
 * execution are left alone. */
#ifndef RDL_RUNTIME_SCHED_NOISE_H
#define RDL_RUNTIME_SCHED_NOISE_H

#include "runtime/core/interceptor.h"

#include <pthread.h>

/* The process was loaded: turns noise on if the strategy wants it. */
void rdl_noise_begin(const char *program);
/* The process is about to end. */
void rdl_noise_end(void);
/* The process fails: records the finding and ends the process, unless recording
 * has already ended. */
void rdl_noise_failed(enum rdl_moment_kind kind, const char *text,
                      const char *file, unsigned line, uintptr_t pc);

/* Like pthread_create, plus a record for the thread; `create` is the real
 * function. */
int rdl_noise_create(int (*create)(pthread_t *, const pthread_attr_t *,
                                   void *(*)(void *), void *),
                     pthread_t *handle, const pthread_attr_t *attr,
                     void *(*start)(void *), void *argument, uintptr_t pc);
/* The calling thread ends. */
void rdl_noise_leave(void);

/* The caller may have to yield or sleep. */
void rdl_noise_disturb(void);
void rdl_noise_record(enum rdl_op op, const volatile void *addr, size_t size,
                      uintptr_t pc, unsigned flags);
/* The scheduling point of a thread that runs freely, before an operation:
 * disturbs the thread, then records the operation. */
void rdl_noise_point(enum rdl_op op, const volatile void *addr, size_t size,
                     uintptr_t pc);
/* Returns `pc` or, if that lies in the runtime, the place in the program. */
uintptr_t rdl_noise_place(uintptr_t pc);

/* sync/noise_calls.c: makes the interceptors call noisy real functions. */
void rdl_noise_calls(void);

#endif
