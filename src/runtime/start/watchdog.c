/* watchdog.c - ends the turn of a thread that reaches no hook.
 *
 * A timer interrupts the running thread (signal RDL_SIGNAL_WATCHDOG).  While
 * the thread takes steps the tick does nothing.  Otherwise it looks where the
 * thread is:
 *
 * - in the runtime: it waits for the outside, or for an uncontrolled system
 *   call, which the runtime then names;
 * - in a loop of code without hooks, or, without Syscall User Dispatch, in a
 *   lock inside a library: it yields, from inside the handler.
 *
 * A loop that waits for another thread passes the same place with all registers
 * equal; a computation does not.  Three samples with equal registers end a turn
 * soon, and always at the same place of the schedule, because only another
 * thread's step can end such a loop: this replays.  A loop that counts while it
 * waits looks like a computation; its turn ends by time alone, late, and that
 * may not replay.  It ends soon if the thread can be cancelled anywhere: often
 * only cancellation ends such a loop, and then every turn in it ends this way,
 * in a replay as well.
 *
 * When the time for the whole execution is over, it ends here, where all
 * threads can be shown; the driver handles only executions that cannot do this.
 * It is a finding only if the program hangs: in the later half of the time no
 * thread has reached a hook.  Otherwise it may be long, or its turns slow: it
 * is cut, as at the bound on steps. */
#include "runtime/start/watchdog.h"

#include "runtime/syscalls/dispatch.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/sigframe.h"
#include "runtime/machine/switch.h"
#include "runtime/recur/recurrence.h"
#include "runtime/rewind/image/image.h"
#include "runtime/core/aside.h"
#include "runtime/core/attached.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/control.h"
#include "runtime/core/donor.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/state.h"
#include "runtime/machine/kernel_action.h"
#include "runtime/sched/family.h"
#include "runtime/sched/finish.h"
#include "runtime/signals/signals.h"
#include "runtime/threads/cancel.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#define TICK_MS 20
#define QUICK_MS 4 /* after a waiting loop was seen */
#define SAMPLES 16
#define SAME 3 /* equal samples that identify a waiting loop */
#define LONGEST_MS 5000
#define CANCELLABLE_MS 50 /* for a thread with asynchronous cancellation */

static int timer = -1;
static unsigned tick_ms;
static int kernel_thread[RDL_MAX_THREADS]; /* by slot */

static uint64_t seen_steps;
static uint64_t seen_cpu_ms; /* of the process, at the latest step seen */
static unsigned stalled_ms;
static uint64_t sample[SAMPLES];
static unsigned n_samples;    /* since the latest step */
static uint64_t began_ms;     /* first tick of the execution; 0: no tick yet */
static uint64_t began_cpu_ms; /* of the process, then */
/* Turns that were ended here are steps too, though not of the program. */
static uint64_t ended_turns;
static struct {
    uint64_t steps; /* of the program */
    uint64_t real_ms, cpu_ms;
} latest; /* tick that saw a new step of the program */

RDL_PERSISTENT(tick_ms); /* the kernel's timer keeps this period */
RDL_PERSISTENT(kernel_thread);

static void watchdog_set_interval(unsigned ms)
{
    const struct timespec t = { .tv_nsec = ms * 1000000L };
    const struct itimerspec every = { .it_interval = t, .it_value = t };

    tick_ms = ms;
    rdl_raw(SYS_timer_settime, timer, 0, &every, NULL);
}

/* The kernel thread that runs the running thread. */
static int watchdog_runner(void)
{
    return kernel_thread[rdl_sched.engine->keeps_kernel_threads ? rdl_self->tid
                                                                : 0];
}

static uint64_t watchdog_real_ms(clockid_t clock)
{
    struct timespec t = { 0 };

    rdl_raw(SYS_clock_gettime, clock, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static uint64_t watchdog_cpu_ms(void)
{
    return watchdog_real_ms(CLOCK_PROCESS_CPUTIME_ID);
}

/* Has the thread, if it computes, computed for so long that its turn must end?
 * Measured in its own CPU time: the machine may be busy with something else. */
static bool watchdog_is_out_of_time(void)
{
    const struct rdl_cancel *c = rdl_cancel_of(rdl_self);
    unsigned limit = rdl_shared->config.timeout_ms / 4;

    if (limit == 0 || limit > LONGEST_MS)
        limit = LONGEST_MS;
    if (rdl_self->cancel_anywhere && !c->disabled && limit > CANCELLABLE_MS)
        limit = CANCELLABLE_MS;
    return watchdog_cpu_ms() - seen_cpu_ms >= limit;
}

static bool watchdog_comes_by_again(uint64_t hash)
{
    unsigned same = 1;

    for (unsigned i = 0; i < n_samples && i < SAMPLES; i++)
        same += sample[i] == hash;
    sample[n_samples++ % SAMPLES] = hash;
    return same >= SAME;
}

/* Is the interrupted instruction a system call that will be repeated? */
static bool watchdog_at_system_call(uintptr_t pc)
{
    static const unsigned char instruction[2] = { 0x0f, 0x05 };

    return memcmp((const void *)pc, instruction, sizeof(instruction)) == 0;
}

static void watchdog_tell(uintptr_t pc, bool certain)
{
    if (watchdog_at_system_call(pc))
        rdl_note(RDL_NOTE_BLOCKED_IN_LIBRARY,
                 "a thread blocked inside library code; the others went on "
                 "after a while",
                 pc);
    else if (certain && rdl_attached(pc))
        rdl_note(RDL_NOTE_UNCONTROLLED_LOOP,
                 "a loop that makes no access raddle sees (inline assembler, "
                 "no_sanitize, registers only) waits: each such turn takes "
                 "some milliseconds until it is ended",
                 pc);
    else if (certain)
        rdl_note(RDL_NOTE_UNCONTROLLED_LOOP,
                 "code without hooks waits in a loop: each such turn takes "
                 "some milliseconds until it is ended (compile it with "
                 "`raddle cc`)",
                 pc);
    else if (rdl_attached(pc))
        rdl_note(RDL_NOTE_ENDED_BY_TIME,
                 "code that makes no access raddle sees ran for long and its "
                 "turn was ended by time: this schedule may not replay "
                 "exactly (call sched_yield in it, or raise --timeout)",
                 pc);
    else
        rdl_note(RDL_NOTE_ENDED_BY_TIME,
                 "code without hooks ran for long and its turn was ended by "
                 "time: this schedule may not replay exactly (compile it with "
                 "`raddle cc`, or raise --timeout)",
                 pc);
}

/* Runs on the thread's own stack.  The step is placed at the thread's previous
 * step, because the interrupted instruction varies.  What arrived for the
 * thread meanwhile is delivered now: its next step may be far away. */
static void watchdog_yield_turn(int signo, siginfo_t *info, void *context)
{
    (void)signo;
    (void)info;
    (void)context;
    rdl_sigframe_no_alignment_check();
    rdl_recurrence_unseen(rdl_self);
    ended_turns++;
    rdl_point(RDL_OP_YIELD, NULL, 0, rdl_sched.last[rdl_self->tid].pc);
    rdl_signals_deliver();
    if (rdl_self->cancel_anywhere)
        rdl_cancel_point();
}

static void watchdog_look(siginfo_t *info, void *context)
{
    uintptr_t pc = rdl_sigframe_pc(context);
    bool certain;

    if (rdl_dispatch_own_text(pc)) {
        if (stalled_ms > 1000 && rdl_dispatch_in_call >= 0)
            rdl_syscall_blocks(rdl_dispatch_in_call);
        return;
    }
    if (rdl_in_libc > 0 || rdl_self->in_handler_stack)
        return;
    certain = watchdog_comes_by_again(rdl_sigframe_hash(context));
    if (!certain && !watchdog_is_out_of_time())
        return;
    watchdog_tell(pc, certain);
    if (certain && tick_ms > QUICK_MS)
        watchdog_set_interval(QUICK_MS);
    rdl_sigframe_push(
        context, info,
        (uintptr_t)rdl_aside_for(rdl_self, rdl_sigframe_sp(context)),
        rdl_sigframe_mask(context), watchdog_yield_turn, NULL, rdl_image_touch);
}

static void watchdog_note_steps(uint64_t now)
{
    /* A turn that is being ended counts before its step does. */
    if (latest.real_ms != 0 && rdl_steps <= latest.steps + ended_turns)
        return;
    latest.steps = rdl_steps - ended_turns;
    latest.real_ms = now;
    latest.cpu_ms = watchdog_cpu_ms();
}

/* Has no thread reached a hook for half of `limit`?  A thread that computes
 * must have used half of the execution's CPU time for it: the machine may be
 * busy with something else. */
static bool watchdog_hangs(uint64_t now, uint64_t limit, bool computes)
{
    const uint64_t cpu_ms = watchdog_cpu_ms();

    return now - latest.real_ms >= limit / 2 &&
           (!computes || 2 * (cpu_ms - latest.cpu_ms) >= cpu_ms - began_cpu_ms);
}

/* Attributes the time-out to the running thread if it computes, with its latest
 * step, because the place in a loop varies.  Otherwise the detector chooses. */
static void watchdog_end_if_late(void *context)
{
    static struct rdl_finding known; /* too large for a stack */
    RDL_PERSISTENT_HERE(known);
    const bool computes = !rdl_dispatch_own_text(rdl_sigframe_pc(context));
    const uint64_t limit = rdl_shared->config.timeout_ms;
    const uint64_t now = watchdog_real_ms(CLOCK_MONOTONIC);

    watchdog_note_steps(now);
    if (limit == 0 || began_ms == 0 || now - began_ms < limit)
        return;
    if (!watchdog_hangs(now, limit, computes))
        rdl_finish_late();
    known = (struct rdl_finding){ .tid = RDL_NO_TID };
    if (computes) {
        known.tid = rdl_self->tid;
        known.pc = rdl_sched.last[rdl_self->tid].pc;
    }
    rdl_moment(RDL_AT_TIMEOUT, RDL_MISUSE_NONE, &known);
}

static void watchdog_tick(int signo, siginfo_t *info, void *context)
{
    int running;

    rdl_sigframe_no_alignment_check();
    if (!rdl_active || rdl_child || rdl_sched.ending)
        return;
    running = watchdog_runner();
    if (running != rdl_raw(SYS_gettid)) {
        rdl_raw(SYS_tgkill, rdl_raw(SYS_getpid), running, signo);
        return;
    }
    watchdog_end_if_late(context);
    if (began_ms == 0 || rdl_steps != seen_steps) {
        if (began_ms == 0) {
            began_ms = watchdog_real_ms(CLOCK_MONOTONIC);
            began_cpu_ms = watchdog_cpu_ms();
        }
        seen_steps = rdl_steps;
        seen_cpu_ms = watchdog_cpu_ms();
        stalled_ms = 0;
        n_samples = 0;
        return;
    }
    stalled_ms += tick_ms;
    watchdog_look(info, context);
}

void rdl_watchdog_thread(void)
{
    int slot = rdl_donor_slot(rdl_fs_base());

    if (slot >= 0)
        kernel_thread[slot] = (int)rdl_raw(SYS_gettid);
}

void rdl_watchdog_start(void)
{
    const struct rdl_action action = {
        .handler.full = watchdog_tick,
        .flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | RDL_SA_RESTORER,
        .restorer = (uintptr_t)rdl_sigframe_restorer,
    };
    struct sigevent event;

    memset(&event, 0, sizeof(event));
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = RDL_SIGNAL_WATCHDOG;
    event._sigev_un._tid = (int)rdl_raw(SYS_gettid);
    rdl_raw(SYS_rt_sigaction, RDL_SIGNAL_WATCHDOG, &action, NULL, 8);
    if (rdl_raw(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0)
        watchdog_set_interval(TICK_MS);
}

const struct rdl_family rdl_family_watchdog = {
    .kernel_thread = rdl_watchdog_thread,
};
