/* attributes.c - scheduling parameters and attributes of running threads.
 *
 * Our scheduler ignores priorities; they are stored so that a thread reads what
 * was set.  The kernel's argument checks are made, its privilege checks are
 * not: whether a test passes must not depend on who runs it. */
#include "runtime/core/thread.h"

#include "runtime/core/closed_stack.h"
#include "runtime/core/identity.h"
#include "runtime/core/persistent.h"
#include "runtime/threads/lifecycle.h"
#include "runtime/machine/aside.h"
#include "runtime/machine/glibc.h"
#include "runtime/machine/raw.h"

#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>

RDL_REAL(int, pthread_getattr_np, pthread_t, pthread_attr_t *);
RDL_REAL(int, pthread_setschedparam, pthread_t, int,
         const struct sched_param *);
RDL_REAL(int, pthread_getschedparam, pthread_t, int *, struct sched_param *);
RDL_REAL(int, pthread_setschedprio, pthread_t, int);
RDL_REAL(int, pthread_getcpuclockid, pthread_t, clockid_t *);

struct attributes {
    int policy;
    int priority;
    size_t stack_size; /* as requested */
    size_t guard_size;
};

static struct attributes attributes[RDL_MAX_THREADS]; /* by tid */
static size_t n_attributes;

RDL_KEEP_USED(attributes, n_attributes);

static struct attributes *attributes_of(const struct rdl_thread *t)
{
    if (t->tid >= n_attributes)
        n_attributes = t->tid + 1u;
    return &attributes[t->tid];
}

/* Announces a read or a change of the thread; NULL if it does not exist. */
static struct rdl_thread *attributes_visit(pthread_t handle, uintptr_t pc)
{
    rdl_point(RDL_OP_SYSCALL, (void *)handle, 1, pc);
    return rdl_thread_given(handle, pc);
}

void rdl_attributes_new(const struct rdl_thread *t, const pthread_attr_t *attr,
                        size_t stack_size)
{
    struct attributes *a = attributes_of(t);
    int inherits = PTHREAD_INHERIT_SCHED;
    struct sched_param parameters;
    pthread_attr_t defaults;

    rdl_affinity_new(t);
    *a = *attributes_of(rdl_self);
    a->stack_size = stack_size;
    rdl_libc_begin();
    if (attr == NULL) {
        pthread_attr_init(&defaults);
        attr = &defaults;
    }
    pthread_attr_getguardsize(attr, &a->guard_size);
    pthread_attr_getinheritsched(attr, &inherits);
    if (inherits == PTHREAD_EXPLICIT_SCHED) {
        pthread_attr_getschedpolicy(attr, &a->policy);
        pthread_attr_getschedparam(attr, &parameters);
        a->priority = parameters.sched_priority;
    }
    rdl_libc_end();
}

/* The main thread's stack grows.  glibc asks the kernel for its limit, and for
 * the processors of its cached tid: that must be the real tid then. */
static int attributes_main_attributes(pthread_t handle, pthread_attr_t *attr)
{
    int *tid = rdl_glibc_tid(handle);
    int shown = *tid;
    int error;

    rdl_closed_stacks_open();
    rdl_libc_begin();
    *tid = (int)rdl_raw(SYS_getpid);
    error = REAL(pthread_getattr_np)(handle, attr);
    *tid = shown;
    rdl_libc_end();
    return error;
}

/* The stack that the target sees: as large as it requested, whatever the size
 * of the real one.  A donor's stack includes glibc's descriptor and TLS, like a
 * stack that glibc makes. */
static void *attributes_stack_shown(const struct rdl_thread *t)
{
    if (t->stack != t->donor->stack)
        return t->stack;
    return t->stack + RDL_DONOR_STACK - attributes_of(t)->stack_size;
}

/* glibc reads files and allocates for it. */
RDL_ASIDE int attributes_read(pthread_t handle, pthread_attr_t *attr,
                              uintptr_t pc)
{
    const struct attributes *a;
    struct rdl_thread *t;
    int error;

    t = attributes_visit(handle, pc);
    if (t == NULL)
        return ESRCH;
    if (t->tid == 0)
        return attributes_main_attributes(handle, attr);
    a = attributes_of(t);
    rdl_libc_begin();
    pthread_attr_init(attr);
    pthread_attr_setdetachstate(attr, t->detached ? PTHREAD_CREATE_DETACHED
                                                  : PTHREAD_CREATE_JOINABLE);
    pthread_attr_setguardsize(attr, a->guard_size);
    pthread_attr_setschedpolicy(attr, a->policy);
    pthread_attr_setschedparam(
        attr, &(struct sched_param){ .sched_priority = a->priority });
    error =
        pthread_attr_setstack(attr, attributes_stack_shown(t), a->stack_size);
    if (error == 0)
        error = pthread_attr_setaffinity_np(attr, sizeof(cpu_set_t),
                                            rdl_affinity(t));
    rdl_libc_end();
    return error;
}
int rdl_attributes_read(pthread_t handle, pthread_attr_t *attr, uintptr_t pc);
RDL_ASIDE_CALL(rdl_attributes_read, attributes_read);

RDL_EXPORT int pthread_getattr_np(pthread_t handle, pthread_attr_t *attr)
{
    if (!rdl_controlled())
        return REAL(pthread_getattr_np)(handle, attr);
    return rdl_attributes_read(handle, attr, RDL_PC);
}

static bool attributes_is_valid(int policy, int priority)
{
    switch (policy) {
    case SCHED_FIFO:
    case SCHED_RR:
        return priority >= 1 && priority <= 99;
    case SCHED_OTHER:
    case SCHED_BATCH:
    case SCHED_IDLE:
        return priority == 0;
    default:
        return false;
    }
}

int rdl_attributes_set_policy(const struct rdl_thread *t, int policy,
                              int priority)
{
    if (!attributes_is_valid(policy, priority))
        return EINVAL;
    attributes_of(t)->policy = policy;
    attributes_of(t)->priority = priority;
    return 0;
}

int rdl_attributes_policy(const struct rdl_thread *t, int *priority)
{
    *priority = attributes_of(t)->priority;
    return attributes_of(t)->policy;
}

RDL_EXPORT int pthread_setschedparam(pthread_t handle, int policy,
                                     const struct sched_param *parameters)
{
    struct rdl_thread *t;

    if (!rdl_controlled())
        return REAL(pthread_setschedparam)(handle, policy, parameters);
    t = attributes_visit(handle, RDL_PC);
    if (t == NULL || !t->live)
        return ESRCH;
    return rdl_attributes_set_policy(t, policy, parameters->sched_priority);
}

RDL_EXPORT int pthread_getschedparam(pthread_t handle, int *policy,
                                     struct sched_param *parameters)
{
    struct rdl_thread *t;

    if (!rdl_controlled())
        return REAL(pthread_getschedparam)(handle, policy, parameters);
    t = attributes_visit(handle, RDL_PC);
    if (t == NULL || !t->live)
        return ESRCH;
    *policy = attributes_of(t)->policy;
    parameters->sched_priority = attributes_of(t)->priority;
    return 0;
}

RDL_EXPORT int pthread_setschedprio(pthread_t handle, int priority)
{
    struct rdl_thread *t;

    if (!rdl_controlled())
        return REAL(pthread_setschedprio)(handle, priority);
    t = attributes_visit(handle, RDL_PC);
    if (t == NULL || !t->live)
        return ESRCH;
    if (!attributes_is_valid(attributes_of(t)->policy, priority))
        return EINVAL;
    attributes_of(t)->priority = priority;
    return 0;
}

RDL_EXPORT int pthread_getcpuclockid(pthread_t handle, clockid_t *clock)
{
    struct rdl_thread *t;

    if (!rdl_controlled())
        return REAL(pthread_getcpuclockid)(handle, clock);
    t = attributes_visit(handle, RDL_PC);
    if (t == NULL || !t->live)
        return ESRCH;
    /* The kernel's encoding: the inverted thread id and the kind of clock. */
    *clock = (clockid_t)((unsigned)~rdl_vtid(t->tid) << 3 | 6);
    return 0;
}
