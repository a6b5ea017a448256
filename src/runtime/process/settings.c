/* settings.c - see settings.h.
 *
 * The restorer reads each setting at main and sets it again if it was changed.
 * Some can be changed without a privilege but not back: the runtime tries that
 * at once. */
#include "runtime/process/settings.h"

#include "runtime/core/interceptor.h"
#include "runtime/heap/heap.h"
#include "runtime/core/identity.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/core/runtime_descriptors.h"
#include "runtime/core/restorer.h"
#include "runtime/core/children.h"
#include "runtime/observe/isolation.h"

#include <fcntl.h>
#include <linux/ioprio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KEPT_PERSONALITY 0xffffffff /* reads it */

enum { USER, GROUP, N_OWNERS };

/* Options of prctl that can be read and set again. */
static const struct {
    int get, set;
    bool stores; /* get stores the value; otherwise returns it */
} options[] = {
    { PR_GET_DUMPABLE, PR_SET_DUMPABLE, false },
    { PR_GET_KEEPCAPS, PR_SET_KEEPCAPS, false },
    { PR_GET_TIMERSLACK, PR_SET_TIMERSLACK, false },
    { PR_GET_CHILD_SUBREAPER, PR_SET_CHILD_SUBREAPER, true },
    { PR_GET_THP_DISABLE, PR_SET_THP_DISABLE, false },
    { PR_GET_TSC, PR_SET_TSC, true },
};

#define N_OPTIONS (sizeof(options) / sizeof(options[0]))

static struct {
    long directory; /* a descriptor of it */
    long mask;
    long nice;
    long io_priority;
    long personality;
    struct rlimit64 limits[RLIM_NLIMITS];
    long options[N_OPTIONS];
    unsigned owners[N_OWNERS][3]; /* real, effective, saved */
} before;
static struct {
    bool any; /* any of these flags: */
    bool directory, mask, nice, io_priority, personality;
    bool limits[RLIM_NLIMITS], options[N_OPTIONS];
} changed;
static bool saved;

RDL_PERSISTENT(before);
RDL_PERSISTENT(changed);
RDL_PERSISTENT(saved);

/* --- During an execution ---------------------------------------------------
 */

static bool settings_is_self(long pid)
{
    return pid == 0 || rdl_identity_thread((int)pid) != NULL ||
           rdl_children_real((int)pid) == rdl_raw(SYS_getpid);
}

void rdl_settings_directory(const struct rdl_made *m)
{
    (void)m;
    changed.any = changed.directory = true;
}

void rdl_settings_umask(const struct rdl_made *m)
{
    (void)m;
    changed.any = changed.mask = true;
}

/* setrlimit(what, new), prlimit64(pid, what, new, old) */
void rdl_settings_limit(const struct rdl_made *m)
{
    bool by_pid = m->number == SYS_prlimit64;
    unsigned what = (unsigned)m->arg[by_pid ? 1 : 0];
    struct rlimit64 now;

    if ((by_pid && (m->arg[2] == 0 || !settings_is_self(m->arg[0]))) ||
        what >= RLIM_NLIMITS)
        return;
    changed.any = changed.limits[what] = true;
    if (what == RLIMIT_AS || what == RLIMIT_DATA)
        rdl_heap_trim();
    rdl_raw(SYS_prlimit64, 0, what, 0, &now);
    if (rdl_raw(SYS_prlimit64, 0, what, &before.limits[what], 0) < 0)
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it lowers a limit (setrlimit) that it may not raise "
                          "again",
                          m->pc);
    else
        rdl_raw(SYS_prlimit64, 0, what, &now, 0);
}

/* setpriority(which, who, niceness) */
void rdl_settings_priority(const struct rdl_made *m)
{
    long now;

    if (m->arg[0] != PRIO_PROCESS) {
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it changes the priority of a group", m->pc);
        return;
    }
    if (!settings_is_self(m->arg[1]))
        return;
    changed.any = changed.nice = true;
    now = 20 - rdl_raw(SYS_getpriority, PRIO_PROCESS, 0);
    if (rdl_raw(SYS_setpriority, PRIO_PROCESS, 0, before.nice) < 0)
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it gives up priority (nice) that it may not take "
                          "back",
                          m->pc);
    else
        rdl_raw(SYS_setpriority, PRIO_PROCESS, 0, now);
}

void rdl_settings_io_priority(const struct rdl_made *m)
{
    if (m->arg[0] == IOPRIO_WHO_PROCESS && settings_is_self(m->arg[1]))
        changed.any = changed.io_priority = true;
}

void rdl_settings_personality(const struct rdl_made *m)
{
    if ((unsigned)m->arg[0] != KEPT_PERSONALITY)
        changed.any = changed.personality = true;
}

/* Options that only read, or that the target cannot observe. */
static bool settings_is_harmless(long option)
{
    switch (option) {
    case PR_GET_NAME:
    case PR_SET_NAME: /* virtual: threads/names.c */
    case PR_GET_PDEATHSIG:
    case PR_SET_PDEATHSIG: /* virtual: process/prctl.c */
    case PR_GET_SECCOMP:
    case PR_GET_SECUREBITS:
    case PR_GET_NO_NEW_PRIVS:
    case PR_GET_SPECULATION_CTRL:
    case PR_GET_TID_ADDRESS:
    case PR_CAPBSET_READ:
    case PR_SET_PTRACER:
    case PR_SET_VMA:
        return true;
    default:
        return false;
    }
}

void rdl_settings_prctl(const struct rdl_made *m)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        if (m->arg[0] == options[i].get)
            return;
        if (m->arg[0] == options[i].set) {
            changed.any = changed.options[i] = true;
            return;
        }
    }
    if (!settings_is_harmless(m->arg[0]))
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it changes an attribute of the process (prctl) "
                          "that stays",
                          m->pc);
}

void rdl_settings_traced(const struct rdl_made *m)
{
    if (m->arg[0] != PTRACE_TRACEME) /* virtual: process/ptrace.c */
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it traces another process (ptrace)", m->pc);
}

static void settings_read_owners(unsigned owners[N_OWNERS][3])
{
    rdl_raw(SYS_getresuid, &owners[USER][0], &owners[USER][1],
            &owners[USER][2]);
    rdl_raw(SYS_getresgid, &owners[GROUP][0], &owners[GROUP][1],
            &owners[GROUP][2]);
}

/* setuid and related calls: many programs set what they already have. */
void rdl_settings_owner(const struct rdl_made *m)
{
    unsigned now[N_OWNERS][3];

    settings_read_owners(now);
    if (memcmp(now, before.owners, sizeof(now)) != 0)
        rdl_rewind_cannot(RDL_ISOLATION_FORK, "it changes its user or group",
                          m->pc);
}

/* setpgid(pid, group) */
void rdl_settings_group(const struct rdl_made *m)
{
    if (settings_is_self(m->arg[0]))
        rdl_rewind_cannot(RDL_ISOLATION_FORK, "it changes its process group",
                          m->pc);
}

/* --- Back to main ----------------------------------------------------------
 */

static void settings_save_options(void)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        int value = 0;
        long got = rdl_raw(SYS_prctl, options[i].get,
                           options[i].stores ? &value : NULL);

        before.options[i] = options[i].stores ? value : got;
    }
}

/* A later snapshot has what the first one found. */
static void settings_save(void)
{
    if (saved)
        return;
    saved = true;
    before.directory = rdl_runtime_descriptor_raise(
        rdl_raw(SYS_open, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    before.mask = rdl_raw(SYS_umask, 0);
    rdl_raw(SYS_umask, before.mask);
    /* The system call returns 20 minus the niceness. */
    before.nice = 20 - rdl_raw(SYS_getpriority, PRIO_PROCESS, 0);
    before.io_priority = rdl_raw(SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0);
    before.personality = rdl_raw(SYS_personality, KEPT_PERSONALITY);
    for (int i = 0; i < RLIM_NLIMITS; i++)
        rdl_raw(SYS_prlimit64, 0, i, 0, &before.limits[i]);
    settings_save_options();
    settings_read_owners(before.owners);
}

static void settings_leave(void)
{
    if (!changed.any)
        return;
    if (changed.directory)
        rdl_raw(SYS_fchdir, before.directory);
    if (changed.mask)
        rdl_raw(SYS_umask, before.mask);
    if (changed.nice)
        rdl_raw(SYS_setpriority, PRIO_PROCESS, 0, before.nice);
    if (changed.io_priority)
        rdl_raw(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, before.io_priority);
    if (changed.personality)
        rdl_raw(SYS_personality, before.personality);
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        if (changed.limits[i])
            rdl_raw(SYS_prlimit64, 0, i, &before.limits[i], 0);
    }
    for (size_t i = 0; i < N_OPTIONS; i++) {
        if (changed.options[i])
            rdl_raw(SYS_prctl, options[i].set, before.options[i], 0, 0, 0);
    }
    memset(&changed, 0, sizeof(changed));
}

const struct rdl_restorer rdl_restorer_settings = {
    .name = "settings",
    .save = settings_save,
    .leave = settings_leave,
};
