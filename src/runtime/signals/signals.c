/* signals.c - actions and masks, and how a handler runs.
 *
 * The runtime delivers a signal by calling its handler at the receiving
 * thread's next scheduling point, or at once where a call promises that (raise,
 * a mask that unblocks). */
#include "runtime/signals/signals.h"

#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/sigframe.h"
#include "runtime/signals/handled.h"
#include "runtime/signals/kernel_handlers.h"
#include "runtime/core/state.h"
#include "runtime/explore/exploring.h"
#include "runtime/signals/abort.h"
#include "runtime/core/aside.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

static struct rdl_action actions[RDL_SIGNAL_WATCHDOG + 1];
static uint64_t changed; /* signals whose action changed in this execution */

RDL_PERSISTENT(changed);

static void signals_install(int signo)
{
    changed |= RDL_SIGNAL_BIT(signo);
    rdl_signals_install(signo, &actions[signo]);
}

void rdl_signals_install_changed(void)
{
    for (; changed != 0; changed &= changed - 1) {
        int signo = __builtin_ctzll(changed) + 1;

        rdl_signals_install(signo, &actions[signo]);
    }
}

enum rdl_disposition rdl_signals_disposition(int signo)
{
    uintptr_t handler = actions[signo].handler.word;

    if (handler == (uintptr_t)SIG_IGN)
        return RDL_IGNORED;
    if (handler != (uintptr_t)SIG_DFL)
        return RDL_HANDLED;
    switch (signo) {
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
    case SIGCONT:
        return RDL_IGNORED;
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        return RDL_STOPS;
    default:
        return RDL_ENDS;
    }
}

/* --- Running handlers ----------------------------------------------------- */

bool rdl_signals_on_alternate(struct rdl_thread *t)
{
    uintptr_t sp;

    if (!t->in_handler_stack)
        return false;
    sp = rdl_aside_target();
    if (sp - (uintptr_t)rdl_signals_of(t)->handler_stack.ss_sp >=
        rdl_signals_of(t)->handler_stack.ss_size)
        t->in_handler_stack = false;
    return t->in_handler_stack;
}

bool rdl_signals_takes_alternate(struct rdl_thread *t,
                                 const struct rdl_action *act)
{
    const stack_t *alternate = &rdl_signals_of(t)->alternate;

    return (act->flags & SA_ONSTACK) != 0 && alternate->ss_sp != NULL &&
           !rdl_signals_on_alternate(t);
}

char *rdl_signals_enter_alternate(struct rdl_thread *t)
{
    stack_t *stack = &rdl_signals_of(t)->handler_stack;

    *stack = rdl_signals_of(t)->alternate;
    if ((stack->ss_flags & RDL_SS_AUTODISARM) != 0)
        rdl_signals_of(t)->alternate = (stack_t){ 0 };
    t->in_handler_stack = true;
    return (char *)stack->ss_sp + stack->ss_size;
}

void rdl_signals_leave_alternate(struct rdl_thread *t)
{
    t->in_handler_stack = false;
    rdl_signals_of(t)->alternate = rdl_signals_of(t)->handler_stack;
}

struct rdl_action rdl_signals_enter_handler(struct rdl_thread *t, int signo)
{
    struct rdl_action act = actions[signo];

    if ((act.flags & SA_RESETHAND) != 0) {
        if (unlikely(rdl_exploring))
            rdl_exploring_signal_unknown();
        actions[signo].handler.word = (uintptr_t)SIG_DFL;
        signals_install(signo);
    }
    rdl_signals_of(t)->mask |= act.mask & ~RDL_UNBLOCKABLE;
    if ((act.flags & SA_NODEFER) == 0)
        rdl_signals_of(t)->mask |= RDL_SIGNAL_BIT(signo);
    return act;
}

/* A handler has returned: its context has the new mask. */
void rdl_signals_leave_handler(struct rdl_thread *t, uint64_t mask)
{
    rdl_signals_of(t)->mask = mask & ~RDL_UNBLOCKABLE;
    rdl_signals_alert(t);
}

static void signals_run_handler(struct rdl_thread *t, siginfo_t *info,
                                bool *restart)
{
    ucontext_t context;
    uint64_t before = rdl_signals_of(t)->mask;
    uintptr_t pc = rdl_sched.last[t->tid].pc;
    bool nested = t->in_handler;
    struct rdl_action act = rdl_signals_enter_handler(t, info->si_signo);

    *restart = *restart && (act.flags & SA_RESTART) != 0;
    /* More may be pending; they run first, like frames of the kernel. */
    rdl_signals_alert(t);
    rdl_point(RDL_OP_HANDLER, NULL, 0, act.handler.word + 1);
    rdl_value((uint64_t)info->si_signo);
    rdl_sigframe_fake(&context, pc, before, &rdl_signals_of(t)->alternate);
    t->in_handler = true; /* stays set if the handler leaves by longjmp */
    if (rdl_signals_takes_alternate(t, &act)) {
        rdl_sigframe_call_on(rdl_signals_enter_alternate(t), act.handler.full,
                             info->si_signo, info, &context);
        rdl_signals_leave_alternate(t);
    } else {
        act.handler.full(info->si_signo, info, &context);
    }
    t->in_handler = nested;
    rdl_signals_leave_handler(t, rdl_sigframe_mask(&context));
}

static void signals_run_there(int signo, siginfo_t *info, void *restart)
{
    (void)signo;
    signals_run_handler(rdl_self, info, restart);
}

int rdl_attend(struct rdl_thread *t)
{
    bool restart = true;
    struct rdl_sent s;
    int ran = 0;

    t->attention = false;
    while (rdl_signals_take_sent(
        t, ~rdl_signals_of(t)->mask & ~rdl_signals_of(t)->awaited, &s)) {
        switch (rdl_signals_disposition(s.info.si_signo)) {
        case RDL_IGNORED:
            break;
        case RDL_STOPS:
            rdl_raw(SYS_kill, rdl_raw(SYS_getpid), SIGSTOP);
            break;
        case RDL_ENDS:
            rdl_signals_die(s.info.si_signo, &s.info, 0, s.outside);
        case RDL_HANDLED:
            rdl_aside_leave(signals_run_there, s.info.si_signo, &s.info,
                            &restart);
            ran = 1;
            break;
        }
    }
    t->attention = false;
    rdl_signals_of(t)->restart = restart;
    return ran;
}

bool rdl_signals_restart(const struct rdl_thread *t)
{
    return rdl_signals_of(t)->restart;
}

void rdl_signals_deliver(void)
{
    struct rdl_thread *t = rdl_self;

    if (rdl_signal_due(t) && !rdl_signals_on_alternate(t))
        rdl_attend(t);
}

/* --- Masks and actions ---------------------------------------------------- */

uint64_t rdl_signals_set_mask(uint64_t mask)
{
    struct rdl_thread *t = rdl_self;
    uint64_t before = rdl_signals_of(t)->mask;

    rdl_signals_of(t)->mask = mask & ~RDL_UNBLOCKABLE;
    if (unlikely(rdl_exploring) && rdl_signals_of(t)->mask != before)
        rdl_exploring_signals();
    rdl_signals_retarget(rdl_signals_of(t)->mask & ~before);
    rdl_signals_alert(t);
    return before;
}

int rdl_signals_action(int signo, const struct rdl_action *act,
                       struct rdl_action *old)
{
    /* The kernel accepts 64, but the watchdog uses it. */
    if (signo < 1 || signo > RDL_SIGNAL_MAX)
        return -EINVAL;
    if (act != NULL && (RDL_SIGNAL_BIT(signo) & RDL_UNBLOCKABLE) != 0)
        return -EINVAL;
    if (old != NULL) {
        *old = actions[signo];
        old->flags &= ~(uint64_t)RDL_SA_RESTORER;
    }
    if (act == NULL)
        return 0;
    actions[signo] = *act;
    actions[signo].mask &= ~RDL_UNBLOCKABLE;
    if (rdl_signals_disposition(signo) == RDL_IGNORED)
        rdl_signals_discard(signo);
    signals_install(signo);
    return 0;
}

bool rdl_signals_handled(const struct rdl_thread *t, int signo)
{
    return rdl_signals_disposition(signo) == RDL_HANDLED &&
           (rdl_signals_of(t)->mask & RDL_SIGNAL_BIT(signo)) == 0;
}

/* The mask of the main thread when control was established. */
static uint64_t first_mask;
static stack_t first_alternate;

void rdl_signals_establish(void)
{
    rdl_signals_adopt(actions, &first_mask, &first_alternate);
    for (int signo = 1; signo <= RDL_SIGNAL_MAX; signo++)
        rdl_signals_install(signo, &actions[signo]);
}

void rdl_signals_begin(void)
{
    rdl_signals_of(rdl_self)->mask = first_mask;
    rdl_signals_of(rdl_self)->alternate = first_alternate;
    rdl_signals_outside_begin();
}

/* --- The end -------------------------------------------------------------- */

_Noreturn void rdl_signals_die(int signo, const siginfo_t *info, uintptr_t pc,
                               bool outside)
{
    static struct rdl_finding known; /* too large for a thread's stack */
    RDL_PERSISTENT_HERE(known);

    if (outside && !rdl_child)
        rdl_finish(RDL_EXITED, rdl_shared->config.expect_exit);
    rdl_handled_at_signal(signo);
    if (pc == 0)
        pc = rdl_sched.last[rdl_self->tid].pc;
    known = (struct rdl_finding){
        .tid = rdl_self->tid,
        .code = signo,
        .pc = pc,
        .addr =
            info != NULL && info->si_code > 0 ? (uintptr_t)info->si_addr : 0,
    };
    if (signo == SIGABRT)
        rdl_abort_moment(pc);
    else
        rdl_moment(RDL_AT_SIGNAL, RDL_MISUSE_NONE, &known);
    if (!rdl_child)
        rdl_finish(RDL_EXITED, 128 + signo);
    /* The parent must see by which signal its child ended. */
    rdl_signals_kill_self(signo);
}
