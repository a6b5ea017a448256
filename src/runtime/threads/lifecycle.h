/* lifecycle.h - creating and joining threads, for both the pthread and the C11
 * names.  Results are 0 or an error number; `pc` is the location of the
 * target's call.  Every function calls the C library itself when the caller is
 * not under control. */
#ifndef RDL_RUNTIME_THREADS_LIFECYCLE_H
#define RDL_RUNTIME_THREADS_LIFECYCLE_H

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>

struct rdl_thread;

int rdl_thread_create(pthread_t *handle, const pthread_attr_t *attr,
                      void *(*start)(void *), void *argument, uintptr_t pc);
/* until NULL: for ever.  A cancellation point. */
int rdl_thread_join(pthread_t handle, void **result, clockid_t clock,
                    const struct timespec *until, uintptr_t pc);
int rdl_thread_detach(pthread_t handle, uintptr_t pc);
int rdl_thread_yield(uintptr_t pc);

/* The calling thread has just created t with these attributes and a stack of
 * `stack_size`. */
void rdl_attributes_new(const struct rdl_thread *t, const pthread_attr_t *attr,
                        size_t stack_size);

/* Sets the scheduling policy and priority that t sees; 0 or EINVAL. */
int rdl_attributes_set_policy(const struct rdl_thread *t, int policy,
                              int priority);
int rdl_attributes_policy(const struct rdl_thread *t, int *priority);

/* Notes on which processors the process may run; called once, before main. */
void rdl_affinity_init(void);
void rdl_affinity_new(const struct rdl_thread *t);
/* The processors that t sees as its own. */
const cpu_set_t *rdl_affinity(const struct rdl_thread *t);
/* Sets them like sched_setaffinity: 0 or EINVAL. */
int rdl_affinity_set(const struct rdl_thread *t, size_t size,
                     const cpu_set_t *set);
/* Like the system call sched_getaffinity: bytes written or -EINVAL. */
long rdl_affinity_get(const struct rdl_thread *t, size_t size, cpu_set_t *set);

#endif
