/* child_wait.c - waiting for children: wait, waitpid, wait3, wait4, waitid.
 *
 * A child runs in parallel, at its own speed.  To hide that speed, a wait first
 * lets it come to its end, or to a point where it sleeps; most end.  If
 * the child does not end (it may need another thread of ours), the caller waits
 * virtually, and the wait ends when no thread can run.  The record contains
 * which of the two happened: a replay gives the child all the time it needs. */
#include "runtime/process/process.h"

#include "base/text.h"
#include "runtime/machine/raw.h"
#include "runtime/observe/external_events.h"
#include "runtime/io/retry.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/core/children.h"
#include "runtime/core/control.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/persistent.h"
#include "runtime/observe/log.h"
#include "runtime/sched/family.h"
#include "runtime/signals/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAP_US 500
/* A child is not awaited any longer when it has slept at this number of
 * looks in a row, has gone to sleep this often (it polls), or has computed for
 * this long. */
#define STILL_MOST 200
#define SWITCHES_MOST 200
#define TICKS_MOST 300
#define ANY_CHANGE (WEXITED | WSTOPPED | WCONTINUED)

/* The children that a wait is for, in waitid's form, with real pids. */
struct whom {
    int type;
    int id;
    int options; /* without WNOHANG */
};

static char children_object;
static uint64_t replay_at;

static void child_wait_nap(void)
{
    const struct timespec t = { .tv_nsec = NAP_US * 1000L };

    rdl_raw(SYS_nanosleep, &t, NULL);
}

/* 1: one has changed; 0: not yet; or -errno. */
static int child_wait_look(const struct whom *whom)
{
    siginfo_t info;
    long result;

    info.si_pid = 0;
    result = rdl_raw(SYS_waitid, whom->type, whom->id, &info,
                     whom->options | WNOHANG | WNOWAIT, NULL);
    if (result < 0)
        return (int)result;
    return info.si_pid != 0;
}

/* --- How far children have come
 * ------------------------------------------------ */

/* Counted in what the children do, not in time: a busy machine must not
 * show. */
struct progress {
    bool runs;         /* one could run if the machine had time for it */
    uint64_t switches; /* how often they have gone to sleep */
    uint64_t ticks;    /* CPU time, 1/100 s */
};

/* Reads /proc/WHO/FILE; false if there is none. */
static bool child_wait_read(const char *who, const char *file, char *text,
                            size_t size)
{
    char path[64] = "/proc/";
    long fd, n;

    strcat(path, who);
    strcat(path, file);
    fd = rdl_raw(SYS_open, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    n = rdl_raw(SYS_read, fd, text, size - 1);
    rdl_raw(SYS_close, fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

static uint64_t child_wait_number(const char *text)
{
    uint64_t n = 0;

    while (*text == ' ' || *text == '\t')
        text++;
    for (; *text >= '0' && *text <= '9'; text++)
        n = n * 10 + (uint64_t)(*text - '0');
    return n;
}

/* After the name: ") R" is field 3; 14 and 15 are the ticks (proc(5)). */
static void child_wait_add(long pid, struct progress *p)
{
    static const char sleeps[] = "\nvoluntary_ctxt_switches:";
    static char text[4096]; /* not on a stack of the target */
    RDL_PERSISTENT_HERE(text);
    char who[24] = "";
    const char *at;

    rdl_text_number(who, (unsigned long)pid);
    if (!child_wait_read(who, "/stat", text, sizeof(text)))
        return;
    at = strrchr(text, ')');
    if (at == NULL || at[1] == '\0')
        return;
    p->runs |= at[2] == 'R' || at[2] == 'D';
    for (int field = 3; at != NULL && field <= 15; field++) {
        at = strchr(at + 1, ' ');
        if (at != NULL && field >= 14)
            p->ticks += child_wait_number(at);
    }
    if (!child_wait_read(who, "/status", text, sizeof(text)))
        return;
    at = strstr(text, sleeps);
    if (at != NULL)
        p->switches += child_wait_number(at + sizeof(sleeps) - 1);
}

/* Of the child that is waited for; of all that this thread of the kernel has
 * made, if it may be any. */
static struct progress child_wait_progress(const struct whom *whom)
{
    static char text[1024];
    RDL_PERSISTENT_HERE(text);
    struct progress p = { 0 };
    long pid = 0;

    if (whom->type == P_PID && whom->id > 0) {
        child_wait_add(whom->id, &p);
        return p;
    }
    if (!child_wait_read("thread-self", "/children", text, sizeof(text)))
        return p;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c >= '0' && *c <= '9') {
            pid = pid * 10 + (*c - '0');
        } else if (pid > 0) {
            child_wait_add(pid, &p);
            pid = 0;
        }
    }
    return p;
}

static int child_wait_look_patiently(const struct whom *whom)
{
    struct rdl_input entry;
    int seen = child_wait_look(whom), still = 0;
    struct progress first, last, now;

    if (rdl_log_replays()) {
        if (!rdl_external_events_scan(&replay_at, RDL_OUTSIDE_CHILD, &entry,
                                      NULL, 0))
            return seen;
        /* What follows a schedule may become a schedule. */
        rdl_external_events_record(RDL_OUTSIDE_CHILD, entry.result, NULL, 0);
        while (entry.result != 0 && (seen = child_wait_look(whom)) == 0)
            child_wait_nap();
        return entry.result == 0 ? 0 : seen;
    }
    if (seen == 0)
        first = last = child_wait_progress(whom);
    while (seen == 0 && still < STILL_MOST) {
        child_wait_nap();
        now = child_wait_progress(whom);
        seen = child_wait_look(whom);
        if (now.switches - first.switches > SWITCHES_MOST ||
            now.ticks - first.ticks > TICKS_MOST)
            break;
        still = now.runs || now.switches != last.switches ? 0 : still + 1;
        last = now;
    }
    rdl_external_events_record(RDL_OUTSIDE_CHILD, seen != 0, NULL, 0);
    return seen;
}

static int child_wait_await_change(const struct whom *whom, bool hangs,
                                   bool cancellable, uintptr_t pc)
{
    rdl_point(RDL_OP_SYSCALL, NULL, 0, pc);
    for (;;) {
        int seen = child_wait_look_patiently(whom);
        struct rdl_wait wait = {
            .kind = RDL_WAIT_PROCESS,
            .what = "child process",
            .object = &children_object,
            .deadline = RDL_NEVER,
            .interruptible = true,
            .restarts = true,
            .cancellable = cancellable,
            .arg = { (uintptr_t)whom },
        };

        if (seen == 1)
            rdl_signals_arrive_idle(); /* SIGCHLD arrives before */
        if (seen != 0 || !hangs)
            return seen;
        switch (rdl_block(&wait, RDL_OP_SYSCALL, pc)) {
        case RDL_WOKE_SIGNAL:
            return -EINTR;
        case RDL_WOKE_CANCEL:
            rdl_cancel_act();
        default:
            break;
        }
    }
}

/* --- For the scheduler ----------------------------------------------------
 */

static bool child_wait_outside(void)
{
    const struct whom all = { .type = P_ALL, .options = ANY_CHANGE };

    if (rdl_waiters(&children_object) > 0 || rdl_retry_outside())
        return true;
    /* A thread waits for a signal, which may be SIGCHLD. */
    return rdl_children_any() && rdl_waiters(&rdl_signals_object) > 0 &&
           child_wait_look(&all) >= 0;
}

static bool child_wait_release_changed(void)
{
    struct rdl_wait *w;
    bool any = false;

    for (size_t i = 0; (w = rdl_waiter(&children_object, i)) != NULL; i++) {
        if (!w->released &&
            child_wait_look((const struct whom *)w->arg[0]) != 0) {
            rdl_release(w);
            any = true;
        }
    }
    return any;
}

static bool child_wait_poll(int ms)
{
    for (int us = 0;; us += NAP_US) {
        if (rdl_signals_arrive_idle() || child_wait_release_changed() ||
            rdl_retry_poll())
            return true;
        if (us >= ms * 1000)
            return false;
        child_wait_nap();
    }
}

/* --- The calls --------------------------------------------------------------
 */

/* ended: the child is gone for good, and the kernel may reuse its pid. */
static int child_wait_shown_number(int real, bool ended)
{
    int number = rdl_children_virtual(real);

    if (ended)
        rdl_children_forget(real);
    return number != 0 ? number : real;
}

/* The running time of a child differs each time. */
static void child_wait_hide_usage(long usage)
{
    if (usage != 0)
        memset((void *)usage, 0, sizeof(struct rusage));
}

long rdl_process_wait4(const struct rdl_syscall *call, bool cancellable)
{
    int pid = rdl_children_real((int)call->arg[0]);
    int options = (int)call->arg[2];
    struct whom whom = { .options = (options & ~WNOHANG) | WEXITED };
    int status = 0, seen;
    long child;

    if ((options & ~(WNOHANG | WUNTRACED | WCONTINUED | __WALL | __WCLONE |
                     __WNOTHREAD)) != 0)
        return -EINVAL;
    if (pid == -1) {
        whom.type = P_ALL;
    } else if (pid > 0) {
        whom.type = P_PID;
        whom.id = pid;
    } else {
        whom.type = P_PGID;
        whom.id = -pid;
    }
    seen = child_wait_await_change(&whom, (options & WNOHANG) == 0, cancellable,
                                   call->pc);
    if (seen <= 0)
        return seen;
    child = RDL_PASS(SYS_wait4, pid, (long)&status, options | WNOHANG,
                     call->arg[3]);
    child_wait_hide_usage(call->arg[3]);
    if (child <= 0)
        return child;
    if (call->arg[1] != 0)
        *(int *)call->arg[1] = status;
    /* A caller that passed the real pid gets the real one: the C library
     * itself. */
    if (call->arg[0] == child) {
        rdl_children_forget((int)child);
        return child;
    }
    return child_wait_shown_number((int)child,
                                   WIFEXITED(status) || WIFSIGNALED(status));
}

long rdl_process_waitid(const struct rdl_syscall *call, bool cancellable)
{
    int options = (int)call->arg[3];
    siginfo_t *info = (siginfo_t *)call->arg[2];
    const struct whom whom = {
        .type = (int)call->arg[0],
        .id = call->arg[0] == P_PID || call->arg[0] == P_PGID
                  ? rdl_children_real((int)call->arg[1])
                  : (int)call->arg[1],
        .options = options & ~(WNOHANG | WNOWAIT),
    };
    int seen;
    long result;

    seen = child_wait_await_change(&whom, (options & WNOHANG) == 0, cancellable,
                                   call->pc);
    if (seen < 0)
        return seen;
    if (seen == 0) {
        if (info != NULL)
            info->si_pid = info->si_signo = 0;
        return 0;
    }
    result = RDL_PASS(SYS_waitid, whom.type, whom.id, (long)info,
                      options | WNOHANG, call->arg[4]);
    child_wait_hide_usage(call->arg[4]);
    if (result == 0 && info != NULL && info->si_pid != 0)
        info->si_pid = child_wait_shown_number(
            info->si_pid,
            (options & WNOWAIT) == 0 &&
                (info->si_code == CLD_EXITED || info->si_code == CLD_KILLED ||
                 info->si_code == CLD_DUMPED));
    return result;
}

RDL_REAL(pid_t, wait4, pid_t, int *, int, struct rusage *);
RDL_REAL(int, waitid, idtype_t, id_t, siginfo_t *, int);

static pid_t child_wait_at(pid_t pid, int *status, int options,
                           struct rusage *usage, bool cancellable, uintptr_t pc)
{
    const struct rdl_syscall call = {
        .number = SYS_wait4,
        .arg = { pid, (long)status, options, (long)usage },
        .pc = pc,
        .cancellable = cancellable,
    };

    if (!rdl_controlled())
        return REAL(wait4)(pid, status, options, usage);
    if (cancellable)
        rdl_cancel_point();
    return (pid_t)rdl_answer(rdl_syscall(&call));
}

RDL_EXPORT pid_t wait(int *status)
{
    return child_wait_at(-1, status, 0, NULL, true, RDL_PC);
}

RDL_EXPORT pid_t waitpid(pid_t pid, int *status, int options)
{
    return child_wait_at(pid, status, options, NULL, true, RDL_PC);
}

pid_t __waitpid(pid_t pid, int *status, int options);
RDL_EXPORT pid_t __waitpid(pid_t pid, int *status, int options)
{
    return child_wait_at(pid, status, options, NULL, true, RDL_PC);
}

RDL_EXPORT pid_t wait3(int *status, int options, struct rusage *usage)
{
    return child_wait_at(-1, status, options, usage, false, RDL_PC);
}

RDL_EXPORT pid_t wait4(pid_t pid, int *status, int options,
                       struct rusage *usage)
{
    return child_wait_at(pid, status, options, usage, false, RDL_PC);
}

RDL_EXPORT int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    const struct rdl_syscall call = {
        .number = SYS_waitid,
        .arg = { type, id, (long)info, options },
        .pc = RDL_PC,
        .cancellable = true,
    };

    if (!rdl_controlled())
        return REAL(waitid)(type, id, info, options);
    rdl_cancel_point();
    return (int)rdl_answer(rdl_syscall(&call));
}

const struct rdl_family rdl_family_process = {
    .outside = child_wait_outside,
    .poll = child_wait_poll,
};
