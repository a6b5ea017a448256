/* handled.c - failures that a handler of the target handles.
 *
 * A handler of SIGABRT or SIGSEGV that never returns may hide the failure: the
 * program ends as if nothing were wrong.  So the runtime remembers a failure
 * when its handler begins, forgets it when the handler returns, and decides
 * about the rest when the execution ends:
 *
 *   - The handler returned: the operation was tried again, and succeeded or
 *     failed again.  Write barriers, stack probes and collectors do that with
 *     SIGSEGV.  Not a failure.  (abort() ends the process all the same.)
 *   - The handler ended the program, with whatever status: a finding of the
 *     detector that would have reported the failure without the handler.  The
 *     same if it replaced the program by another one (exec), or ended it by
 *     another signal: SIGTERM is how it ended, not why.
 *   - It left by longjmp, after abort() or a failed assertion: a finding too.
 *     Both say that the program cannot go on, and it did.
 *   - It left by longjmp, after a fault: a note.  That is how a C program asks
 *     whether memory is readable or an instruction exists; there is hardly
 *     another way.  The same if another thread ended the program meanwhile:
 *     raddle cannot tell whether this one was still in its handler.
 *   - A signal that the program sent to itself (raise, kill) is not a failure.
 *
 * With --expect-handled none of these is a finding.
 *
 * One failure is remembered.  A later one replaces it, unless it is an abort:
 * that is a finding, however the execution ends. */
#include "runtime/signals/handled.h"

#include "base/text.h"
#include "runtime/core/modules.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/machine/sigframe.h"
#include "runtime/observe/unwind.h"
#include "runtime/sched/needs.h"
#include "runtime/signals/abort.h"

#include <string.h>

static struct {
    bool pending;
    rdl_tid tid;
    uint64_t step;
    uintptr_t step_pc; /* of the thread's latest step then */
    struct rdl_handled_failure failure;
} handled;

static bool handled_expected(void)
{
    return (rdl_shared->config.flags & RDL_CFG_EXPECT_HANDLED) != 0;
}

static bool handled_is_fault(void)
{
    return handled.failure.kind == RDL_AT_SIGNAL;
}

/* What is pending is not a finding. */
static void handled_tolerate(void)
{
    handled.pending = false;
    rdl_sched.handled = true;
    rdl_note(RDL_NOTE_FAILURE_HANDLED,
             handled_expected()
                 ? "a handler of the program handled a failure; it does not "
                   "count (--expect-handled)"
                 : "a handler of the program handled a fault and left by "
                   "longjmp, as programs do to probe memory; it does not count",
             handled.failure.pc);
}

void rdl_handled_begins(const struct rdl_handled_failure *failure)
{
    if (handled.pending && !handled_is_fault() && !handled_expected())
        return;
    if (handled.pending)
        handled_tolerate();
    handled.pending = true;
    handled.tid = rdl_self->tid;
    handled.step = rdl_steps;
    handled.step_pc = rdl_sched.last[rdl_self->tid].pc;
    handled.failure = *failure;
}

void rdl_handled_returned(void)
{
    if (handled.tid == rdl_self->tid)
        handled.pending = false;
}

/* A frame below which a handler of a failure runs. */
static bool handled_is_below(uintptr_t pc, uintptr_t function)
{
    return handled_is_fault() ? rdl_sigframe_is_pushed(pc)
                              : function == (uintptr_t)rdl_abort;
}

static void handled_fill(struct rdl_finding *f, const struct rdl_handled *end)
{
    const struct rdl_handled_failure *was = &handled.failure;
    const bool inside =
        handled.tid == rdl_self->tid && rdl_unwind_any(handled_is_below);

    memset(f, 0, offsetof(struct rdl_finding, threads));
    if (was->words != NULL) {
        rdl_text_copy(f->text, was->words->text, sizeof(f->text));
        rdl_text_copy(f->file, was->words->file, sizeof(f->file));
        f->line = was->words->line;
    }
    f->tid = handled.tid;
    f->code = was->signo;
    f->pc = rdl_unwind_is_target(was->pc) ? was->pc : handled.step_pc;
    f->addr = was->addr;
    f->step = handled.step;
    f->handled = *end;
    f->handled.handler = was->handler;
    f->handled.how = inside ? RDL_HANDLED_ENDED : RDL_HANDLED_LEFT;
    rdl_module_of(was->handler);
}

/* `end`: how the program ends. */
static void handled_at_end(const struct rdl_handled *end)
{
    static struct rdl_finding known; /* too large for a thread's stack */
    RDL_PERSISTENT_HERE(known);

    if (!handled.pending || rdl_child)
        return;
    handled_fill(&known, end);
    if (handled_expected() ||
        (handled_is_fault() && known.handled.how == RDL_HANDLED_LEFT)) {
        handled_tolerate();
        return;
    }
    handled.pending = false;
    rdl_moment(handled.failure.kind, RDL_MISUSE_NONE, &known);
}

void rdl_handled_at_exit(int status)
{
    handled_at_end(&(struct rdl_handled){ .status = status });
}

void rdl_handled_at_exec(void)
{
    handled_at_end(&(struct rdl_handled){ .replaced = true });
}

void rdl_handled_at_signal(int signo)
{
    /* The handler gave its signal back, or the handled operation failed
     * again: that is reported like a failure without a handler. */
    if (signo != handled.failure.signo)
        handled_at_end(&(struct rdl_handled){ .signo = (uint8_t)signo });
}
