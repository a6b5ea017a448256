/* finish.c - ends an execution: writes the outcome, and findings with a view of
 * every thread. */
#include "runtime/sched/sched.h"

#include "base/text.h"
#include "detect/warnings.h"
#include "runtime/core/guard.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/core/attached.h"
#include "runtime/observe/sharing.h"
#include "runtime/recur/recurrence.h"
#include "runtime/sched/finish.h"
#include "runtime/sched/idle.h"
#include "runtime/core/modules.h"
#include "runtime/observe/log.h"
#include "runtime/observe/wait_loop.h"
#include "runtime/sched/begin.h"
#include "runtime/sched/family.h"
#include "runtime/sched/needs.h"
#include "runtime/sched/stacks.h"
#include "runtime/sched/thread_life.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>

/* Which thread holds what `w` waits for, and where it acquired it.  A futex of
 * a lock whose holder is known (GMutex) is a wait for that lock. */
static void finish_name_holder(const struct rdl_wait *w,
                               struct rdl_thread_view *v)
{
    if (w->kind == RDL_WAIT_JOIN) {
        v->holder = (rdl_tid)w->arg[0];
        return;
    }
    if (w->kind != RDL_WAIT_LOCK && w->kind != RDL_WAIT_ONCE &&
        w->kind != RDL_WAIT_FUTEX)
        return;
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        const struct rdl_thread *t = rdl_thread_at((rdl_tid)i);

        for (size_t k = 0; k < rdl_thread_named(t); k++) {
            if (t->used && t->held[k].lock == w->object) {
                v->holder = t->tid;
                v->held_pc = t->held[k].pc;
                if (w->kind == RDL_WAIT_FUTEX) {
                    v->wait = RDL_WAIT_LOCK;
                    rdl_text_copy(v->what, "lock", sizeof(v->what));
                }
                return;
            }
        }
    }
}

static void finish_view(void *into)
{
    struct rdl_thread_view *v = into;
    const struct rdl_thread *t = rdl_thread_at(v->tid);

    v->helper = t->helper;
    v->state = !t->live ? RDL_ENDED : t->wait != NULL ? RDL_WAITING : RDL_READY;
    v->spins = t->spin.rounds > 0 && !t->spin.differs;
    v->pc = rdl_sched_place(t);
    rdl_text_copy(v->name, t->name, sizeof(v->name));
    v->n_frames = (uint16_t)rdl_thread_frames(t, v->frames, RDL_MAX_FRAMES);
    if (t->live && t->wait != NULL) {
        v->wait = (uint8_t)t->wait->kind;
        v->timed = t->wait->deadline != RDL_NEVER && !rdl_sched.timeless;
        v->wait_object = (uintptr_t)t->wait->object;
        rdl_text_copy(v->what, t->wait->what, sizeof(v->what));
        v->missed_pc = t->wait->missed;
        finish_name_holder(t->wait, v);
    }
    for (unsigned i = 0; i < v->n_frames; i++)
        rdl_module_of(v->frames[i]); /* so that the driver can name it */
    rdl_module_of(v->held_pc);
    rdl_module_of(v->missed_pc);
    rdl_module_of(v->wait_object);
}

/* What a thread waits for lies on its stack, which the target may have
 * overwritten: a view that faults is then incomplete. */
static void finish_view_all(struct rdl_finding *f)
{
    f->n_threads = 0;
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        struct rdl_thread_view *v = &f->threads[f->n_threads];

        if (!rdl_thread_at((rdl_tid)i)->used || f->n_threads == RDL_MAX_VIEWS)
            continue;
        f->n_threads++;
        memset(v, 0, sizeof(*v));
        v->tid = (rdl_tid)i;
        v->holder = RDL_NO_TID;
        rdl_guard_run(finish_view, v);
    }
}

/* Clears all but the views, which are large and filled only for existing
 * threads: every execution runs this. */
static void finish_clear_head(struct rdl_finding *f)
{
    memset(f, 0, offsetof(struct rdl_finding, threads));
}

void rdl_finish_write(enum rdl_state state, int status)
{
    struct rdl_outcome *o = &rdl_shared->outcome;

    rdl_sharing_end();
    rdl_sched_end(state == RDL_FOUND, state == RDL_CUT || state == RDL_UNABLE);
    o->exit_status = status;
    o->steps = rdl_steps;
    o->decisions = rdl_sched.decisions;
    o->switches = rdl_log_switches();
    o->event_hash = rdl_log_hash();
    o->virtual_ns = rdl_virtual_ns;
    o->threads = rdl_thread_count();
    o->most_enabled = (uint32_t)rdl_sched.most_enabled;
    o->most_alike = (uint32_t)rdl_sched.most_alike;
    /* Calls that count as accesses (process/libc_state.c) do not show that a
     * program has hooks. */
    o->accesses = rdl_attached_any()
                      ? rdl_sched.accesses + rdl_sched.private_accesses
                      : 0;
    o->handled = rdl_sched.handled;
    o->disabled = rdl_sched.disabled;
    o->timed = rdl_sched.timed;
    o->state = state;
    if (state == RDL_EXITED || state == RDL_FOUND)
        rdl_log_end();
}

_Noreturn void rdl_finish(enum rdl_state state, int status)
{
    /* A target that leaves by a raw system call may have left the direction
     * flag set, and this process continues. */
    __asm__ volatile("cld");
    /* The first finding counts, whatever ends the process after it. */
    if (rdl_sched.ending) {
        state = RDL_FOUND;
        status = RDL_EXIT_FOUND;
    }
    if (state == RDL_EXITED) {
        rdl_handled_at_exit(status);
        rdl_wait_loop_leaves();
    }
    /* The status of an end that a disabled detector claimed follows from it. */
    if (state == RDL_EXITED && !rdl_sched.end_claimed) {
        static struct rdl_finding known; /* too large for a stack */
        RDL_PERSISTENT_HERE(known);

        finish_clear_head(&known);
        known.tid = rdl_self->tid;
        known.code = status;
        known.pc = rdl_sched.last[rdl_self->tid].pc;
        rdl_moment(RDL_AT_EXIT, RDL_MISUSE_NONE, &known);
    }
    if (!rdl_child) {
        rdl_finish_write(state, status);
        rdl_families_execution_ends(); /* returns unless it rewinds */
    }
    for (;;)
        rdl_raw(SYS_exit_group, status);
}

_Noreturn void rdl_finish_explored(void)
{
    rdl_shared->outcome.blocked = 1;
    rdl_sched.end_claimed = true; /* no detector is asked */
    rdl_finish(RDL_EXITED, rdl_shared->config.expect_exit);
}

/* Stops in gdb, with every thread where it was. */
static void finish_stop_for_debugger(void)
{
    if ((rdl_shared->config.flags & RDL_CFG_STOP) == 0)
        return;
    rdl_raw(SYS_tgkill, rdl_raw(SYS_getpid), rdl_raw(SYS_gettid), SIGTRAP);
}

/* What is known at this moment, before a detector looks at it. */
static void finish_fill(struct rdl_finding *f, const struct rdl_finding *known)
{
    finish_clear_head(f);
    f->tid = RDL_NO_TID;
    if (known != NULL)
        memcpy(f, known, offsetof(struct rdl_finding, threads));
    if (f->step == 0)
        f->step = rdl_steps;
    finish_view_all(f);
    rdl_module_of(f->pc);
    rdl_module_of(f->addr);
}

/* The user has disabled the detector that claimed this, or has executions go on
 * after it.  Then it is not the end of the execution, unless this is such a
 * moment anyway: a program that is stuck or late ends here. */
static bool finish_passes(const struct rdl_detector *by,
                          enum rdl_moment_kind kind,
                          const struct rdl_finding *f)
{
    const struct rdl_config *config = &rdl_shared->config;
    const size_t i = rdl_detector_index(by);

    if (!rdl_detectors_have(config->disabled, i)) {
        if (!rdl_detectors_have(config->continued, i))
            return false;
        rdl_warnings_add(&rdl_shared->warnings, f);
        return true;
    }
    rdl_sched.disabled |= UINT64_C(1) << i;
    /* A failure that a handler left does not explain the status. */
    rdl_sched.end_claimed |=
        kind != RDL_AT_MISUSE && f->handled.how == RDL_HANDLED_NOT;
    if (kind == RDL_AT_STUCK)
        rdl_finish(RDL_EXITED, config->expect_exit);
    if (kind == RDL_AT_TIMEOUT)
        rdl_finish(RDL_CUT, 0);
    return true;
}

/* Does the execution end at this warning, as if it were an error? */
static bool finish_ends(const struct rdl_detector *by,
                        const struct rdl_finding *f)
{
    const struct rdl_config *config = &rdl_shared->config;

    return rdl_detectors_have(config->ends, rdl_detector_index(by)) &&
           rdl_warning_ends(config, f);
}

/* At the bound on steps: whether the state recurs, and no other process can
 * change that.  Asked once, because a second answer may differ. */
static struct {
    enum rdl_recurrence recurs;
    const struct rdl_thread *whose;
} cut;

static void finish_ask_recurrence(void)
{
    cut.whose = NULL;
    cut.recurs = rdl_idle_outside() ? RDL_RECURS_NOT_ALONE
                                    : rdl_recurrence_ends(&cut.whose);
}

void rdl_moment(enum rdl_moment_kind kind, enum rdl_misuse misuse,
                const struct rdl_finding *known)
{
    static struct rdl_finding found; /* too large for a thread's stack */
    RDL_PERSISTENT_HERE(found);
    struct rdl_moment moment = {
        .kind = kind,
        .misuse = misuse,
        .leaks = (rdl_shared->config.flags & RDL_CFG_LEAKS) != 0,
        .expect_exit = rdl_shared->config.expect_exit,
        .steps = rdl_steps,
        .effect_step = rdl_sched.effect_step,
    };
    const struct rdl_detector *by;

    if (rdl_child || rdl_sched.ending)
        return;
    moment.recurs = kind == RDL_AT_STEPS && cut.recurs == RDL_RECURS;
    finish_fill(&found, known);
    by = rdl_detect(&moment, RDL_WARNING, &found);
    if (by == NULL || !finish_ends(by, &found)) {
        if (by != NULL && !rdl_detectors_have(rdl_shared->config.disabled,
                                              rdl_detector_index(by)))
            rdl_warnings_add(&rdl_shared->warnings, &found);
        if (by != NULL)
            finish_fill(&found, known);
        by = rdl_detect(&moment, RDL_ERROR, &found);
        if (by == NULL || finish_passes(by, kind, &found))
            return;
    }
    rdl_sched.ending = true;
    rdl_shared->finding = found;
    /* The finding is safe, whatever the walk below runs into. */
    rdl_finish_write(RDL_FOUND, RDL_EXIT_FOUND);
    finish_stop_for_debugger();
    rdl_stacks_walk(&rdl_shared->finding);
    rdl_finish(RDL_FOUND, RDL_EXIT_FOUND);
}

void rdl_misuse(enum rdl_misuse misuse, const char *what,
                const volatile void *object, uintptr_t pc)
{
    static struct rdl_finding known; /* too large for a thread's stack */
    RDL_PERSISTENT_HERE(known);

    known = (struct rdl_finding){
        .tid = rdl_self->tid,
        .pc = pc,
        .addr = (uintptr_t)object,
    };
    rdl_text_copy(known.what, what, sizeof(known.what));
    rdl_moment(RDL_AT_MISUSE, misuse, &known);
}

/* Nothing has changed for long, and yet it is not a livelock: says why not. */
static void finish_tell_unproven(void)
{
    static const char *const why[] = {
        [RDL_RECURS_TOO_SHORT] = "too few steps are left to tell",
        [RDL_RECURS_NOT_THREAD] =
            "a counter or another local variable of this thread changes, so "
            "the loop may end",
        [RDL_RECURS_NOT_MEMORY] = "code that raddle does not see changes "
                                  "memory (inline assembler, a library)",
        [RDL_RECURS_NOT_SEEN] =
            "this thread runs code that raddle does not see",
        [RDL_RECURS_NOT_FINISHED] = "this thread still sleeps or waits",
        [RDL_RECURS_NO_TURN] = "raddle has not run this thread for long",
        [RDL_RECURS_NOT_ALONE] =
            "a thread waits for another process, which may still act",
    };
    const uint64_t quiet = rdl_steps - rdl_sched.effect_step;
    char text[sizeof(((struct rdl_note *)0)->text)] =
        "an execution was cut in a loop that raddle cannot prove endless: ";

    if (quiet < rdl_steps / 2 || cut.recurs == RDL_RECURS)
        return;
    strncat(text, why[cut.recurs], sizeof(text) - strlen(text) - 1);
    rdl_note(RDL_NOTE_LOOP_NOT_PROVEN, text,
             rdl_sched_place(cut.whose != NULL ? cut.whose : rdl_self));
}

_Noreturn void rdl_finish_late(void)
{
    rdl_shared->outcome.late = 1;
    rdl_finish(RDL_CUT, 0);
}

_Noreturn void rdl_finish_cut(void)
{
    rdl_sched.undecided = true;
    finish_ask_recurrence();
    rdl_moment(RDL_AT_STEPS, RDL_MISUSE_NONE, NULL);
    finish_tell_unproven();
    rdl_finish(RDL_CUT, 0);
}
