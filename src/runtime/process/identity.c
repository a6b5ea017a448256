/* identity.c - the ids and the processor that the target sees.
 *
 * Process and thread ids are virtual (core/identity.h).  The processor is
 * always 0, because the real one is random.  The number of processors is real:
 * programs size their pools by it, and it differs between machines, not between
 * executions. */
#include "runtime/core/identity.h"

#include "runtime/core/children.h"
#include "runtime/threads/lifecycle.h"
#include "runtime/machine/raw.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

RDL_REAL(pid_t, getpid, void);
RDL_REAL(pid_t, getppid, void);
RDL_REAL(pid_t, gettid, void);
RDL_REAL(int, sched_getcpu, void);
RDL_REAL(int, getcpu, unsigned *, unsigned *);
RDL_REAL(int, sched_setaffinity, pid_t, size_t, const cpu_set_t *);
RDL_REAL(int, sched_getaffinity, pid_t, size_t, cpu_set_t *);
RDL_REAL(int, sched_setscheduler, pid_t, int, const struct sched_param *);
RDL_REAL(int, sched_getscheduler, pid_t);
RDL_REAL(int, sched_setparam, pid_t, const struct sched_param *);
RDL_REAL(int, sched_getparam, pid_t, struct sched_param *);
RDL_REAL(int, sched_rr_get_interval, pid_t, struct timespec *);
RDL_REAL(int, getpriority, __priority_which_t, id_t);
RDL_REAL(int, setpriority, __priority_which_t, id_t, int);

#define RR_SLICE 100000000 /* ns: Linux's default for SCHED_RR */

/* The kernel handles the ids of other processes. */
static bool identity_is_foreign(int tid)
{
    return tid < 0 || rdl_identity_thread(tid) == NULL;
}

static long identity_ask(long number, int tid, long b, const void *c)
{
    return RDL_PASS(number, rdl_children_real(tid), b, (long)c);
}

static long identity_get_affinity(int tid, size_t size, cpu_set_t *set)
{
    if (identity_is_foreign(tid))
        return identity_ask(SYS_sched_getaffinity, tid, (long)size, set);
    return rdl_affinity_get(rdl_identity_thread(tid), size, set);
}

static long identity_set_affinity(int tid, size_t size, const cpu_set_t *set)
{
    if (identity_is_foreign(tid))
        return identity_ask(SYS_sched_setaffinity, tid, (long)size, set);
    return -rdl_affinity_set(rdl_identity_thread(tid), size, set);
}

static long identity_get_scheduler(int tid, struct sched_param *out)
{
    int policy, priority;

    if (identity_is_foreign(tid))
        return out == NULL
                   ? identity_ask(SYS_sched_getscheduler, tid, 0, NULL)
                   : identity_ask(SYS_sched_getparam, tid, (long)out, NULL);
    policy = rdl_attributes_policy(rdl_identity_thread(tid), &priority);
    if (out == NULL)
        return policy;
    out->sched_priority = priority;
    return 0;
}

/* policy -1: unchanged. */
static long identity_set_scheduler(int tid, int policy,
                                   const struct sched_param *param)
{
    struct rdl_thread *t;
    int priority;

    if (identity_is_foreign(tid))
        return policy < 0
                   ? identity_ask(SYS_sched_setparam, tid, (long)param, NULL)
                   : identity_ask(SYS_sched_setscheduler, tid, policy, param);
    if (param == NULL)
        return -EINVAL;
    t = rdl_identity_thread(tid);
    if (policy < 0)
        policy = rdl_attributes_policy(t, &priority);
    return -rdl_attributes_set_policy(t, policy & ~SCHED_RESET_ON_FORK,
                                      param->sched_priority);
}

static long identity_rr_interval(int tid, struct timespec *out)
{
    int priority;

    if (identity_is_foreign(tid))
        return identity_ask(SYS_sched_rr_get_interval, tid, (long)out, NULL);
    *out = (struct timespec){ 0 };
    if (rdl_attributes_policy(rdl_identity_thread(tid), &priority) == SCHED_RR)
        out->tv_nsec = RR_SLICE;
    return 0;
}

static long identity_get_cpu(unsigned *cpu, unsigned *node)
{
    if (cpu != NULL)
        *cpu = 0;
    if (node != NULL)
        *node = 0;
    return 0;
}

/* Niceness is real and belongs to the kernel thread; only the id must be
 * real. */
static id_t identity_real_who(__priority_which_t which, id_t who)
{
    return which == PRIO_PROCESS && !identity_is_foreign((int)who) ? 0 : who;
}

bool rdl_syscalls_identity(const struct rdl_syscall *call, long *result)
{
    const long *a = call->arg;

    switch (call->number) {
    case SYS_getpid:
        *result = rdl_identity_pid();
        return true;
    case SYS_getppid:
        *result = rdl_identity_parent();
        return true;
    case SYS_gettid:
        *result = rdl_identity_tid(rdl_self);
        return true;
    case SYS_getcpu:
        *result = identity_get_cpu((unsigned *)a[0], (unsigned *)a[1]);
        return true;
    case SYS_sched_getaffinity:
        *result =
            identity_get_affinity((int)a[0], (size_t)a[1], (cpu_set_t *)a[2]);
        return true;
    case SYS_sched_setaffinity:
        *result =
            identity_set_affinity((int)a[0], (size_t)a[1], (cpu_set_t *)a[2]);
        return true;
    case SYS_sched_getscheduler:
        *result = identity_get_scheduler((int)a[0], NULL);
        return true;
    case SYS_sched_getparam:
        *result =
            a[1] == 0
                ? -EINVAL
                : identity_get_scheduler((int)a[0], (struct sched_param *)a[1]);
        return true;
    case SYS_sched_setscheduler:
        *result = a[1] < 0 ? -EINVAL
                           : identity_set_scheduler((int)a[0], (int)a[1],
                                                    (struct sched_param *)a[2]);
        return true;
    case SYS_sched_setparam:
        *result =
            identity_set_scheduler((int)a[0], -1, (struct sched_param *)a[1]);
        return true;
    case SYS_sched_rr_get_interval:
        *result = identity_rr_interval((int)a[0], (struct timespec *)a[1]);
        return true;
    case SYS_getpriority:
    case SYS_setpriority:
        rdl_point(RDL_OP_SYSCALL, NULL, 0, call->pc);
        rdl_value((uint64_t)call->number);
        *result = rdl_raw(
            call->number, a[0],
            identity_real_who((__priority_which_t)a[0], (id_t)a[1]), a[2]);
        return true;
    default:
        return false;
    }
}

/* The calls of the C library are the system calls, except for errno. */
static long identity_call(long number, long a, long b, long c, uintptr_t pc)
{
    struct rdl_syscall call = { .number = number,
                                .arg = { a, b, c },
                                .pc = pc };
    long result = 0;

    rdl_syscalls_identity(&call, &result);
    return rdl_answer(result);
}

#define CALL(name, a, b, c)                                                    \
    identity_call(SYS_##name, (long)(a), (long)(b), (long)(c), RDL_PC)

/* Ids are virtual from the start, because constructors may store them. */
static bool identity_is_ours(void)
{
    return !rdl_alone();
}

RDL_EXPORT pid_t getpid(void)
{
    return identity_is_ours() ? rdl_identity_pid() : REAL(getpid)();
}

RDL_EXPORT pid_t getppid(void)
{
    return identity_is_ours() ? rdl_identity_parent() : REAL(getppid)();
}

RDL_EXPORT pid_t gettid(void)
{
    if (!identity_is_ours())
        return REAL(gettid)();
    return rdl_self == NULL ? rdl_identity_pid() : rdl_identity_tid(rdl_self);
}

RDL_EXPORT int sched_getcpu(void)
{
    return identity_is_ours() ? 0 : REAL(sched_getcpu)();
}

RDL_EXPORT int getcpu(unsigned *cpu, unsigned *node)
{
    if (!identity_is_ours())
        return REAL(getcpu)(cpu, node);
    rdl_call_writes(cpu, sizeof(*cpu), RDL_PC);
    rdl_call_writes(node, sizeof(*node), RDL_PC);
    return (int)identity_get_cpu(cpu, node);
}

RDL_EXPORT int sched_setaffinity(pid_t tid, size_t size, const cpu_set_t *set)
{
    if (!rdl_controlled())
        return REAL(sched_setaffinity)(tid, size, set);
    rdl_call_reads(set, size, RDL_PC);
    return (int)CALL(sched_setaffinity, tid, size, set);
}

RDL_EXPORT int sched_getaffinity(pid_t tid, size_t size, cpu_set_t *set)
{
    long written;

    if (!rdl_controlled())
        return REAL(sched_getaffinity)(tid, size, set);
    rdl_call_writes(set, size, RDL_PC);
    written = CALL(sched_getaffinity, tid, size, set);
    if (written < 0)
        return -1;
    memset((char *)set + written, 0, size - (size_t)written);
    return 0;
}

RDL_EXPORT int sched_setscheduler(pid_t tid, int policy,
                                  const struct sched_param *param)
{
    if (!rdl_controlled())
        return REAL(sched_setscheduler)(tid, policy, param);
    rdl_call_reads(param, sizeof(*param), RDL_PC);
    return (int)CALL(sched_setscheduler, tid, policy, param);
}

RDL_EXPORT int sched_getscheduler(pid_t tid)
{
    if (!rdl_controlled())
        return REAL(sched_getscheduler)(tid);
    return (int)CALL(sched_getscheduler, tid, 0, 0);
}

RDL_EXPORT int sched_setparam(pid_t tid, const struct sched_param *param)
{
    if (!rdl_controlled())
        return REAL(sched_setparam)(tid, param);
    rdl_call_reads(param, sizeof(*param), RDL_PC);
    return (int)CALL(sched_setparam, tid, param, 0);
}

RDL_EXPORT int sched_getparam(pid_t tid, struct sched_param *param)
{
    if (!rdl_controlled())
        return REAL(sched_getparam)(tid, param);
    rdl_call_writes(param, sizeof(*param), RDL_PC);
    return (int)CALL(sched_getparam, tid, param, 0);
}

RDL_EXPORT int sched_rr_get_interval(pid_t tid, struct timespec *out)
{
    if (!rdl_controlled())
        return REAL(sched_rr_get_interval)(tid, out);
    rdl_call_writes(out, sizeof(*out), RDL_PC);
    return (int)CALL(sched_rr_get_interval, tid, out, 0);
}

RDL_EXPORT int getpriority(__priority_which_t which, id_t who)
{
    if (!rdl_controlled())
        return REAL(getpriority)(which, who);
    return REAL(getpriority)(which, identity_real_who(which, who));
}

RDL_EXPORT int setpriority(__priority_which_t which, id_t who, int priority)
{
    if (!rdl_controlled())
        return REAL(setpriority)(which, who, priority);
    return REAL(setpriority)(which, identity_real_who(which, who), priority);
}
