/* signals.h - virtual signals.
 *
 * The target's signals never reach its handlers through the kernel.  What it
 * sends to itself is made pending here and delivered when it is the receiving
 * thread's turn, as a plain call of the handler; what comes from outside is
 * caught by a handler of ours, recorded, and then takes the same way.  Masks,
 * actions and alternate stacks are therefore virtual; the real mask of every
 * kernel thread stays empty.  Faults (SIGSEGV...) are real: they are caught on
 * a stack of the runtime and, if the target handles them, handed over with
 * the kernel's own frame.
 *
 * Two real signals belong to the runtime and are hidden: SIGSYS of Syscall
 * User Dispatch (the target may install a handler, which gets what seccomp or
 * a sender makes) and RDL_SIGNAL_WATCHDOG, the highest real-time signal:
 * SIGRTMAX is one less than usual.
 *
 * State and delivery: signals.c, queue.c; the kernel's side:
 * kernel_handlers.c, external.c; the calls of the C library:
 * intercept.c, wait.c, send.c, abort.c and io/signal_fd.c. */
#ifndef RDL_RUNTIME_SIGNALS_SIGNALS_H
#define RDL_RUNTIME_SIGNALS_SIGNALS_H

#include "runtime/core/thread.h"
#include "runtime/machine/kernel_action.h"
#include "runtime/sched/needs.h"
#include "runtime/syscalls/needs.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#define RDL_SIGNAL_WATCHDOG 64
#define RDL_SIGNAL_MAX 63 /* the highest that the target can use */

struct rdl_signals {       /* of one thread */
    uint64_t mask;         /* blocked */
    uint64_t pending;      /* sent to this thread, not delivered */
    uint64_t awaited;      /* what sigwait() waits for, else 0 */
    stack_t alternate;     /* ss_sp NULL: none */
    stack_t handler_stack; /* the alternate stack a handler runs on */
    bool restart;   /* all handlers of the latest rdl_attend: SA_RESTART */
    int libc_depth; /* rdl_in_libc where a fault interrupted */
};

_Static_assert(sizeof(struct rdl_signals) <= RDL_SIGNALS_BYTES,
               "struct rdl_thread has too little room for it");

static inline struct rdl_signals *rdl_signals_of(const struct rdl_thread *t)
{
    return (struct rdl_signals *)(uintptr_t)t->signals;
}

#define RDL_SS_AUTODISARM INT32_MIN /* linux/signal.h: bit 31 */

/* Once for the process: takes over the actions, mask and alternate stack that
 * the calling kernel thread has, and tells the kernel of ours. */
void rdl_signals_establish(void);
/* An execution begins: thread 0 has that mask and that stack. */
void rdl_signals_begin(void);
/* For each kernel thread, on it: empty mask, a stack for faults. */
void rdl_signals_thread_init(void);

/* Makes info->si_signo pending for t, or for the process if t is NULL.
 * 0, or -EAGAIN if no more can be queued.  It switches nowhere. */
int rdl_signals_send(struct rdl_thread *t, const siginfo_t *info);
/* Would it end the process, sent now to t, or to the process if t is NULL? */
bool rdl_signals_deadly(const struct rdl_thread *t, int signo);
/* For timers and the like: the process gets `signo` with this si_code. */
void rdl_signals_send_process(int signo, int code);

/* Sets the calling thread's mask; returns the one before. */
uint64_t rdl_signals_set_mask(uint64_t mask);
/* Delivers to the calling thread what is due, where a call promises that it
 * happens before it returns. */
void rdl_signals_deliver(void);
/* The action of a signal; act NULL: only asks.  0 or -errno. */
int rdl_signals_action(int signo, const struct rdl_action *act,
                       struct rdl_action *old);
/* What is pending for t or the process and blocked by t. */
uint64_t rdl_signals_pending(const struct rdl_thread *t);
/* Takes the lowest pending signal of `set`; false if there is none. */
bool rdl_signals_take(struct rdl_thread *t, uint64_t set, siginfo_t *info);
/* Is one of `set` there to be taken? */
bool rdl_signals_awaited(const struct rdl_thread *t, uint64_t set);
void rdl_signals_retarget(uint64_t set);
/* The object of waits for signals: see rdl_changed(). */
extern char rdl_signals_object;

/* Nobody can step: lets come what came or, at a replay, is to come; also what
 * is held back while threads can run (SIGCHLD). */
bool rdl_signals_arrive_idle(void);

/* In the child of a fork: nothing of the parent's is recorded or to come. */
void rdl_signals_forked(void);

/* Before an exec: the kernel is given the calling thread's mask; after it
 * failed: takes it back. */
void rdl_signals_expose(void);
void rdl_signals_hide(void);

/* The process ends by `signo` as the default action has it. */
_Noreturn void rdl_signals_die(int signo, const siginfo_t *info, uintptr_t pc,
                               bool outside);

#endif
