/* kernel_handlers.h - shared by the files of the virtual signals: signals.c,
 * queue.c, kernel_handlers.c, external.c, signal_fd.c. */
#ifndef RDL_RUNTIME_SIGNALS_KERNEL_HANDLERS_H
#define RDL_RUNTIME_SIGNALS_KERNEL_HANDLERS_H

#include "base/event.h"
#include "runtime/signals/signals.h"

#define RDL_UNBLOCKABLE (RDL_SIGNAL_BIT(SIGKILL) | RDL_SIGNAL_BIT(SIGSTOP))

/* A pending signal. */
struct rdl_sent {
    siginfo_t info;
    uint64_t order; /* 0: free */
    rdl_tid tid;    /* RDL_NO_TID: the process */
    bool outside;
};

/* queue.c: sends; `outside` is whether the sender is another process. */
int rdl_signals_post(struct rdl_thread *t, const siginfo_t *info, bool outside);
/* The thread's own signals precede the process's, then the lowest number. */
bool rdl_signals_take_sent(struct rdl_thread *t, uint64_t set,
                           struct rdl_sent *out);
/* Notifies t if a signal is due for it. */
void rdl_signals_alert(struct rdl_thread *t);
void rdl_signals_discard(int signo);
uint64_t rdl_signals_of_process(void); /* pending */
/* explored.c, in an execution that explores: the signal becomes pending for
 * `to`, or for the process if NULL. */
void rdl_signals_explored(const struct rdl_thread *to, int signo);

/* signals.c: what the action does with a signal. */
enum rdl_disposition { RDL_IGNORED, RDL_STOPS, RDL_ENDS, RDL_HANDLED };
enum rdl_disposition rdl_signals_disposition(int signo);
/* enter: sets the mask, handles SA_RESETHAND.  leave: the handler has
 * returned. */
struct rdl_action rdl_signals_enter_handler(struct rdl_thread *t, int signo);
void rdl_signals_leave_handler(struct rdl_thread *t, uint64_t mask);
/* Should the handler run on t's alternate stack?  If so, enters it and returns
 * its top. */
bool rdl_signals_takes_alternate(struct rdl_thread *t,
                                 const struct rdl_action *act);
char *rdl_signals_enter_alternate(struct rdl_thread *t);
void rdl_signals_leave_alternate(struct rdl_thread *t);

/* signals.c: after a rewind the kernel still has the actions of the previous
 * execution. */
void rdl_signals_install_changed(void);

/* kernel_handlers.c: gives the kernel the equivalent of this action. */
void rdl_signals_install(int signo, const struct rdl_action *act);
/* Reads what the kernel has for the caller: actions[1..64], mask, stack. */
void rdl_signals_adopt(struct rdl_action *actions, uint64_t *mask,
                       stack_t *alternate);
_Noreturn void rdl_signals_kill_self(int signo);

/* external.c */
void rdl_signals_outside_begin(void);
void rdl_signals_outside_forked(void);
/* Did the kernel deliver it because this process sent it? */
bool rdl_signals_from_inside(const siginfo_t *info);

#endif
