/* signals.h - virtual signals.
 *
 * The kernel never delivers signals to the target's handlers.  What the target
 * sends to itself becomes pending here, and the runtime delivers it when the
 * receiving thread has the turn, as a plain call of the handler.  What arrives
 * from outside is caught by a handler of ours, recorded, and then delivered the
 * same way.  Masks, actions and alternate stacks are therefore virtual; the
 * real mask of every kernel thread stays empty.  Faults (SIGSEGV...) are real:
 * they are caught on a stack of the runtime and, if the target handles them,
 * passed on with the kernel's own frame.
 *
 * Two real signals belong to the runtime and are hidden: SIGSYS of Syscall User
 * Dispatch (the target may install a handler, which gets those from seccomp or
 * a sender) and RDL_SIGNAL_WATCHDOG, the highest real-time signal: SIGRTMAX is
 * one less than usual.
 *
 * State and delivery: signals.c, queue.c; the kernel's side: kernel_handlers.c,
 * external.c; the calls of the C library: intercept.c, wait.c, send.c, abort.c
 * and io/signal_fd.c. */
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
#define RDL_SIGNAL_MAX 63 /* the highest signal that the target can use */

struct rdl_signals {       /* of one thread */
    uint64_t mask;         /* blocked */
    uint64_t pending;      /* sent to this thread and not delivered */
    uint64_t awaited;      /* what sigwait() waits for, otherwise 0 */
    stack_t alternate;     /* ss_sp NULL: not set */
    stack_t handler_stack; /* the alternate stack a handler runs on */
    bool restart;   /* all handlers of the latest rdl_attend had SA_RESTART */
    int libc_depth; /* rdl_in_libc at the point of a fault */
    /* What it announces, for exploration (explored.c): it sends this one, -1:
     * to another process; or it takes one of these, until then. */
    int sends;
    bool sending; /* that call is under way */
    uint64_t takes, takes_until;
};

_Static_assert(sizeof(struct rdl_signals) <= RDL_SIGNALS_BYTES,
               "struct rdl_thread has too little room for it");

static inline struct rdl_signals *rdl_signals_of(const struct rdl_thread *t)
{
    return (struct rdl_signals *)(uintptr_t)t->signals;
}

#define RDL_SS_AUTODISARM INT32_MIN /* linux/signal.h: bit 31 */

/* Once per process: takes over the actions, mask and alternate stack of the
 * calling kernel thread, and gives the kernel ours. */
void rdl_signals_establish(void);
/* An execution begins: gives thread 0 that mask and that stack. */
void rdl_signals_begin(void);
/* Each kernel thread calls it: sets an empty mask and a stack for faults. */
void rdl_signals_thread_init(void);

/* Makes info->si_signo pending for t, or for the process if t is NULL. Returns
 * 0, or -EAGAIN if the queue is full.  Never switches threads. */
int rdl_signals_send(struct rdl_thread *t, const siginfo_t *info);
/* Would it end the process, if sent now to t, or to the process if t is
 * NULL? */
bool rdl_signals_deadly(const struct rdl_thread *t, int signo);
/* For timers and similar: sends the process `signo` with this si_code. */
void rdl_signals_send_process(int signo, int code);

/* Sets the calling thread's mask; returns the previous one. */
uint64_t rdl_signals_set_mask(uint64_t mask);
/* Delivers pending signals to the calling thread, where a call promises that
 * this happens before it returns. */
void rdl_signals_deliver(void);
/* Sets the action of a signal; act NULL: only reads it.  0 or -errno. */
int rdl_signals_action(int signo, const struct rdl_action *act,
                       struct rdl_action *old);
/* Signals that are pending for t or the process and blocked by t. */
uint64_t rdl_signals_pending(const struct rdl_thread *t);
/* Takes the lowest pending signal of `set`; false if none of them is
 * pending. */
bool rdl_signals_take(struct rdl_thread *t, uint64_t set, siginfo_t *info);
/* Is one of `set` pending? */
bool rdl_signals_awaited(const struct rdl_thread *t, uint64_t set);
void rdl_signals_retarget(uint64_t set);
/* The object of waits for signals: see rdl_changed(). */
extern char rdl_signals_object;

/* No thread can step: lets pending signals arrive or, in a replay, those
 * recorded here; also those held back while threads can run (SIGCHLD). */
bool rdl_signals_arrive_idle(void);

/* expose(): before an exec, gives the kernel the calling thread's mask. hide():
 * undoes that after the exec failed. */
void rdl_signals_expose(void);
void rdl_signals_hide(void);

/* The process ends by `signo` with its default action. */
_Noreturn void rdl_signals_die(int signo, const siginfo_t *info, uintptr_t pc,
                               bool outside);

#endif
