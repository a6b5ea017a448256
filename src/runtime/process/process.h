/* process.h - children of the target: outside its control, numbered by us.
 *
 * A child's number enters the parent's values, so parent and child see a
 * virtual one (5000001, 5000002, ...: above every real pid).
 * process/process.c makes children, exec.c turns the process into another,
 * child_wait.c waits. */
#ifndef RDL_RUNTIME_PROCESS_PROCESS_H
#define RDL_RUNTIME_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct rdl_syscall;

/* Is any thread waiting for something that only a child can bring about? */
bool rdl_process_outside(void);
/* Looks whether awaited children have ended, for up to `ms` real milliseconds,
 * and releases their waits; lets signals from outside arrive.  True if
 * anything came. */
bool rdl_process_poll(int ms);

/* Is it a clone whose child does not return on a copy of the caller's stack?
 * Then the caller must make it with its own instruction. */
bool rdl_process_new_stack(const struct rdl_syscall *call);

/* The target asked for a child that runs in its memory while it runs itself:
 * neither a copy nor a thread is that.  Ends the execution as one that cannot
 * be controlled; in a child of the target it returns. */
void rdl_process_shares_memory(uintptr_t pc);

/* A new child's virtual number; that of the next. */
int rdl_process_adopt(int real);
int rdl_process_next(void);
/* Of a child: its virtual number by its real one, 0 if unknown; its real one
 * (also of the process itself and its parent) by the virtual, or the argument
 * if it is neither. */
int rdl_process_virtual(int real);
int rdl_process_real(int pid);
/* As the target knows it, the real number of the process, of its parent, of
 * the process under test or of a child; others as they are. */
int rdl_process_shown(int real);
/* It is gone: its real number may become another's. */
void rdl_process_forget(int real);

/* A child is about to be made, at `pc`: announces it. */
void rdl_process_forks(uintptr_t pc);
/* Has the process had a child?  Pipes and sockets may have ends there. */
bool rdl_process_has_children(void);

/* child_wait.c: wait4 and waitid, 0 or more, or -errno. */
long rdl_process_wait4(const struct rdl_syscall *call, bool cancellable);
long rdl_process_waitid(const struct rdl_syscall *call, bool cancellable);

#endif
