/* external.c - signals that the kernel delivered: from other processes, from
 * children that end, from the process's own writes (SIGPIPE).
 *
 * The real handler only notes them.  The scheduler lets them arrive at its next
 * step and records them with the step's number; a replay delivers them there
 * again and nowhere else.  SIGCHLD waits until no thread can run, or until one
 * asks for its children: the strategy does not choose how long a child takes,
 * and this way it does not show in the schedule. */
#include "runtime/signals/kernel_handlers.h"

#include "runtime/core/identity.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/observe/external_events.h"
#include "runtime/core/children.h"
#include "runtime/core/state.h"
#include "runtime/observe/log.h"

#include <string.h>
#include <sys/syscall.h>

/* Noted and not taken yet.  Several kernel threads may write; one reads. */
#define NOTED 64
static siginfo_t noted[NOTED];
static volatile bool noted_ready[NOTED];
static unsigned note_at, take_at;

RDL_KEEP_USED(noted, note_at);

static siginfo_t child_info;
static volatile bool child_ended;
static long own_pid;

RDL_PERSISTENT(own_pid);

/* The step of the next recorded one, in a replay. */
static uint64_t recorded_step;
static siginfo_t recorded_info;
static uint64_t replay_at; /* offset to search from */

bool rdl_signals_from_inside(const siginfo_t *info)
{
    return (info->si_code == SI_USER || info->si_code == SI_TKILL ||
            info->si_code == SI_QUEUE) &&
           info->si_pid == own_pid;
}

void rdl_signals_caught(int signo, siginfo_t *info, void *context)
{
    unsigned at;

    (void)context;
    /* A new child may get here before anything else. */
    rdl_signals_outside_forked();
    if (rdl_sched.ending)
        return; /* the debugger's stop */
    if (signo == SIGCHLD && !rdl_signals_from_inside(info)) {
        child_info = *info;
        child_ended = true;
        return;
    }
    at = __atomic_fetch_add(&note_at, 1, __ATOMIC_RELAXED) % NOTED;
    noted[at] = *info;
    __atomic_store_n(&noted_ready[at], true, __ATOMIC_RELEASE);
    rdl_due_step = 0;
}

/* The ids of other processes differ each time. */
static void external_make_virtual(siginfo_t *info)
{
    if (info->si_code == SI_USER || info->si_code == SI_TKILL ||
        info->si_code == SI_QUEUE) {
        info->si_pid = rdl_signals_from_inside(info)
                           ? rdl_identity_pid()
                           : rdl_children_virtual(info->si_pid);
    } else if (info->si_signo == SIGCHLD) {
        info->si_pid = rdl_children_virtual(info->si_pid);
        info->si_utime = info->si_stime = 0;
    }
}

static void external_from_outside(const siginfo_t *info)
{
    siginfo_t shown = *info;

    if (rdl_log_replays())
        return; /* a replay uses the recorded ones */
    external_make_virtual(&shown);
    rdl_external_events_record(RDL_OUTSIDE_SIGNAL, shown.si_signo, &shown,
                               sizeof(shown));
    rdl_signals_post(NULL, &shown, /*outside=*/true);
}

/* SIGPIPE goes to the writer; any other signal was sent to the process. */
static void external_from_self(const siginfo_t *info)
{
    siginfo_t shown = *info;

    external_make_virtual(&shown);
    rdl_signals_post(shown.si_signo == SIGPIPE ? rdl_self : NULL, &shown,
                     /*outside=*/false);
}

static bool external_take_noted(siginfo_t *info)
{
    unsigned at = take_at % NOTED;

    if (!__atomic_load_n(&noted_ready[at], __ATOMIC_ACQUIRE))
        return false;
    *info = noted[at];
    noted_ready[at] = false;
    take_at++;
    return true;
}

/* Finds the next signal of the recorded execution. */
static void external_find_recorded(void)
{
    struct rdl_input entry;

    recorded_step = RDL_NEVER;
    if (rdl_log_replays() &&
        rdl_external_events_scan(&replay_at, RDL_OUTSIDE_SIGNAL, &entry,
                                 &recorded_info, sizeof(recorded_info)))
        recorded_step = entry.step;
}

static bool external_arrive_recorded(void)
{
    bool any = false;

    while (rdl_steps >= recorded_step) {
        siginfo_t info = recorded_info;

        external_find_recorded();
        rdl_due_step = recorded_step;
        /* What follows a schedule may become a schedule. */
        rdl_external_events_record(RDL_OUTSIDE_SIGNAL, info.si_signo, &info,
                                   sizeof(info));
        rdl_signals_post(NULL, &info, /*outside=*/true);
        any = true;
    }
    return any;
}

bool rdl_signals_arrive(void)
{
    bool any;
    siginfo_t info;

    /* First, because a signal noted after this calls again. */
    rdl_due_step = recorded_step;
    any = external_arrive_recorded();
    while (external_take_noted(&info)) {
        if (rdl_signals_from_inside(&info))
            external_from_self(&info);
        else
            external_from_outside(&info);
        any = true;
    }
    return any;
}

bool rdl_signals_arrive_idle(void)
{
    bool any = rdl_signals_arrive();

    if (child_ended) {
        child_ended = false;
        external_from_outside(&child_info);
        any = true;
    }
    return any;
}

void rdl_signals_outside_begin(void)
{
    if (own_pid == 0)
        own_pid = rdl_raw(SYS_getpid);
    replay_at = 0;
    external_find_recorded();
    rdl_due_step = recorded_step;
}

/* A signal that arrives in between would be noted and then cleared: the first
 * write to a page that is shared with the parent is a fault, on whose return
 * the kernel delivers what is pending. */
void rdl_signals_outside_forked(void)
{
    const uint64_t all = ~UINT64_C(0);
    const long pid = rdl_raw(SYS_getpid);
    uint64_t before;

    if (pid == own_pid)
        return;
    rdl_raw(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof(before));
    if (pid != own_pid) { /* not by a handler just before */
        own_pid = pid;
        recorded_step = rdl_due_step = RDL_NEVER;
        child_ended = false;
        memset((void *)noted_ready, 0, sizeof(noted_ready));
        note_at = take_at = 0;
    }
    rdl_raw(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof(before));
}
