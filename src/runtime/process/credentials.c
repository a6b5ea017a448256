/* credentials.c - setuid and related calls.
 *
 * Credentials belong to a kernel thread.  glibc therefore signals every thread
 * it knows and waits until all have changed theirs.  That never ends when those
 * threads are donors whose kernel thread is gone.  With one kernel thread the
 * plain system call is enough.  With the kernel engine each kernel thread makes
 * the same calls at its next turn, before it can observe a difference. */
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/effects.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/control.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/state.h"
#include "runtime/sched/family.h"

#include <errno.h>
#include <grp.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_GROUPS 65536 /* NGROUPS_MAX of the kernel */
#define MAX_CHANGES 4096

RDL_REAL(int, setuid, uid_t);
RDL_REAL(int, setgid, gid_t);
RDL_REAL(int, seteuid, uid_t);
RDL_REAL(int, setegid, gid_t);
RDL_REAL(int, setreuid, uid_t, uid_t);
RDL_REAL(int, setregid, gid_t, gid_t);
RDL_REAL(int, setresuid, uid_t, uid_t, uid_t);
RDL_REAL(int, setresgid, gid_t, gid_t, gid_t);
RDL_REAL(int, setgroups, size_t, const gid_t *);
RDL_REAL(int, initgroups, const char *, gid_t);

/* Successful changes, in order.  Repeating them in the final state leads to the
 * same state, so a kernel thread that started late may make them all. */
static struct change {
    long number;
    long arg[3];
} changes[MAX_CHANGES];
static size_t n_changes;
static size_t made[RDL_MAX_THREADS]; /* by tid: how many of them it has made */
static gid_t groups[MAX_GROUPS];     /* the latest */

/* About kernel threads, which are not rewound; `groups` is filled before
 * use. */
RDL_PERSISTENT(changes);
RDL_PERSISTENT(made);
RDL_PERSISTENT(groups);

/* The caller's kernel thread got its turn: gives it the ids that others set
 * meanwhile. */
static void credentials_catch_up(void)
{
    size_t *done = &made[rdl_self->tid];

    for (; *done < n_changes; (*done)++) {
        const struct change *c = &changes[*done];

        rdl_raw(c->number, c->arg[0], c->arg[1], c->arg[2]);
    }
}

static int credentials_change(long number, long a, long b, long c, uintptr_t pc)
{
    long result;

    rdl_point(RDL_OP_SYSCALL, NULL, 0, pc);
    result = rdl_raw(number, a, b, c);
    RDL_CALLS_MADE(number, result, pc, a, b, c);
    if (result < 0)
        return rdl_answer(result);
    if (rdl_sched.engine->keeps_kernel_threads) {
        ASSERT(n_changes < MAX_CHANGES);
        changes[n_changes++] = (struct change){ number, { a, b, c } };
        made[rdl_self->tid] = n_changes;
    }
    return 0;
}

#define CHANGE(call, a, b, c)                                                  \
    credentials_change(SYS_##call, (long)(a), (long)(b), (long)(c), RDL_PC)

RDL_EXPORT int setuid(uid_t uid)
{
    if (!rdl_controlled())
        return REAL(setuid)(uid);
    return CHANGE(setuid, uid, 0, 0);
}

RDL_EXPORT int setgid(gid_t gid)
{
    if (!rdl_controlled())
        return REAL(setgid)(gid);
    return CHANGE(setgid, gid, 0, 0);
}

RDL_EXPORT int setreuid(uid_t real, uid_t effective)
{
    if (!rdl_controlled())
        return REAL(setreuid)(real, effective);
    return CHANGE(setreuid, real, effective, 0);
}

RDL_EXPORT int setregid(gid_t real, gid_t effective)
{
    if (!rdl_controlled())
        return REAL(setregid)(real, effective);
    return CHANGE(setregid, real, effective, 0);
}

RDL_EXPORT int setresuid(uid_t real, uid_t effective, uid_t saved)
{
    if (!rdl_controlled())
        return REAL(setresuid)(real, effective, saved);
    return CHANGE(setresuid, real, effective, saved);
}

RDL_EXPORT int setresgid(gid_t real, gid_t effective, gid_t saved)
{
    if (!rdl_controlled())
        return REAL(setresgid)(real, effective, saved);
    return CHANGE(setresgid, real, effective, saved);
}

RDL_EXPORT int seteuid(uid_t uid)
{
    if (!rdl_controlled())
        return REAL(seteuid)(uid);
    if (uid == (uid_t)-1) {
        errno = EINVAL;
        return -1;
    }
    return CHANGE(setresuid, -1, uid, -1);
}

RDL_EXPORT int setegid(gid_t gid)
{
    if (!rdl_controlled())
        return REAL(setegid)(gid);
    if (gid == (gid_t)-1) {
        errno = EINVAL;
        return -1;
    }
    return CHANGE(setresgid, -1, gid, -1);
}

RDL_EXPORT int setgroups(size_t n, const gid_t *list)
{
    if (!rdl_controlled())
        return REAL(setgroups)(n, list);
    if (n > MAX_GROUPS) {
        errno = EINVAL;
        return -1;
    }
    memcpy(groups, list, n * sizeof(*list));
    return CHANGE(setgroups, n, groups, 0);
}

RDL_EXPORT int initgroups(const char *user, gid_t group)
{
    int n = MAX_GROUPS;

    if (!rdl_controlled())
        return REAL(initgroups)(user, group);
    rdl_libc_begin();
    getgrouplist(user, group, groups, &n);
    rdl_libc_end();
    return CHANGE(setgroups, n < MAX_GROUPS ? n : MAX_GROUPS, groups, 0);
}

const struct rdl_family rdl_family_credentials = {
    .kernel_turn = credentials_catch_up,
};
