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
 * One failure of each thread is remembered, since several may be in their
 * handlers at the same moment.  A later one replaces it, unless some thread has
 * aborted: that is a finding, however the execution ends. */
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

#define MOST 16 /* threads in a handler of a failure at the same moment */

static struct handled {
    bool pending;
    rdl_tid tid;
    uint64_t step;
    uintptr_t step_pc; /* of the thread's latest step then */
    struct rdl_handled_failure failure;
} all[MOST];

static bool handled_expected(void)
{
    return (rdl_shared->config.flags & RDL_CFG_EXPECT_HANDLED) != 0;
}

static bool handled_is_fault(const struct handled *h)
{
    return h->failure.kind == RDL_AT_SIGNAL;
}

/* What is pending of the calling thread. */
static struct handled *handled_mine(void)
{
    for (size_t i = 0; i < MOST; i++) {
        if (all[i].pending && all[i].tid == rdl_self->tid)
            return &all[i];
    }
    return NULL;
}

/* An abort, then the calling thread's own, then any; NULL: nothing is pending.
 */
static struct handled *handled_worst(void)
{
    struct handled *worst = handled_mine();

    for (size_t i = 0; i < MOST; i++) {
        if (all[i].pending && (worst == NULL || !handled_is_fault(&all[i])))
            worst = &all[i];
    }
    return worst;
}

/* It is not a finding. */
static void handled_tolerate(struct handled *h)
{
    h->pending = false;
    rdl_sched.handled = true;
    rdl_note(RDL_NOTE_FAILURE_HANDLED,
             handled_expected()
                 ? "a handler of the program handled a failure; it does not "
                   "count (--expect-handled)"
                 : "a handler of the program handled a fault and left by "
                   "longjmp, as programs do to probe memory; it does not count",
             h->failure.pc);
}

static struct handled *handled_room(void)
{
    struct handled *h = handled_mine();

    for (size_t i = 0; i < MOST && h == NULL; i++) {
        if (!all[i].pending)
            return &all[i];
    }
    if (h == NULL)
        h = &all[0];
    handled_tolerate(h);
    return h;
}

void rdl_handled_begins(const struct rdl_handled_failure *failure)
{
    struct handled *h = handled_worst();

    if (h != NULL && !handled_is_fault(h) && !handled_expected())
        return;
    h = handled_room();
    h->pending = true;
    h->tid = rdl_self->tid;
    h->step = rdl_steps;
    h->step_pc = rdl_sched.last[rdl_self->tid].pc;
    h->failure = *failure;
}

void rdl_handled_returned(void)
{
    struct handled *h = handled_mine();

    if (h != NULL)
        h->pending = false;
}

/* A frame below which a handler of a fault, of an abort runs. */
static bool handled_is_below_fault(uintptr_t pc, uintptr_t function)
{
    (void)function;
    return rdl_sigframe_is_pushed(pc);
}

static bool handled_is_below_abort(uintptr_t pc, uintptr_t function)
{
    (void)pc;
    return function == (uintptr_t)rdl_abort;
}

static void handled_fill(struct rdl_finding *f, const struct handled *h,
                         const struct rdl_handled *end)
{
    const struct rdl_handled_failure *was = &h->failure;
    const bool inside =
        h->tid == rdl_self->tid &&
        rdl_unwind_any(handled_is_fault(h) ? handled_is_below_fault
                                           : handled_is_below_abort);

    memset(f, 0, offsetof(struct rdl_finding, threads));
    if (was->words != NULL) {
        rdl_text_copy(f->text, was->words->text, sizeof(f->text));
        rdl_text_copy(f->file, was->words->file, sizeof(f->file));
        f->line = was->words->line;
    }
    f->tid = h->tid;
    f->code = was->signo;
    f->pc = rdl_unwind_is_target(was->pc) ? was->pc : h->step_pc;
    f->addr = was->addr;
    f->step = h->step;
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

    for (struct handled *h; !rdl_child && (h = handled_worst()) != NULL;) {
        handled_fill(&known, h, end);
        if (handled_expected() ||
            (handled_is_fault(h) && known.handled.how == RDL_HANDLED_LEFT)) {
            handled_tolerate(h);
            continue;
        }
        h->pending = false;
        rdl_moment(h->failure.kind, RDL_MISUSE_NONE, &known);
    }
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
    const struct handled *h = handled_worst();

    /* The handler gave its signal back, or the handled operation failed
     * again: that is reported like a failure without a handler. */
    if (h != NULL && signo != h->failure.signo)
        handled_at_end(&(struct rdl_handled){ .signo = (uint8_t)signo });
}
