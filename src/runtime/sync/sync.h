/* sync.h - the synchronisation families' functions for other families.
 *
 * C11 <threads.h> shares its objects with POSIX (glibc gives mtx_t and cnd_t
 * the layout of pthread_mutex_t and pthread_cond_t) but does not use the
 * pthread symbols; so its interceptors call these functions, with the location
 * of their own caller.  Every function calls the C library itself when the
 * caller is not under control.  Results are those of the pthread calls: 0 or an
 * error number. */
#ifndef RDL_RUNTIME_SYNC_SYNC_H
#define RDL_RUNTIME_SYNC_SYNC_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

int rdl_mutex_lock(pthread_mutex_t *m, uintptr_t pc);
/* may_fail: the caller's contract allows a try to fail on a free mutex (C11,
 * C++), so the strategy may choose that. */
int rdl_mutex_trylock(pthread_mutex_t *m, bool may_fail, uintptr_t pc);
/* `clock` is CLOCK_REALTIME or CLOCK_MONOTONIC. */
int rdl_mutex_timedlock(pthread_mutex_t *m, clockid_t clock,
                        const struct timespec *until, uintptr_t pc);
int rdl_mutex_unlock(pthread_mutex_t *m, uintptr_t pc);
int rdl_mutex_destroy(pthread_mutex_t *m, uintptr_t pc);
/* Cancellation points: they may leave without returning, with the mutex
 * held. */
int rdl_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uintptr_t pc);
int rdl_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                       const struct timespec *until, uintptr_t pc);
int rdl_cond_signal(pthread_cond_t *c, uintptr_t pc);
int rdl_cond_broadcast(pthread_cond_t *c, uintptr_t pc);
int rdl_cond_destroy(pthread_cond_t *c, uintptr_t pc);

/* For conditions of other libraries.  A signal or broadcast to c that wakes
 * nobody; and where the latest such signal was sent since the caller holds m
 * (0: none was). */
void rdl_condition_unheard(const volatile void *c, uintptr_t pc);
uintptr_t rdl_condition_missed(const volatile void *c, const volatile void *m);

int rdl_once(pthread_once_t *once, void (*routine)(void), uintptr_t pc);

#endif
