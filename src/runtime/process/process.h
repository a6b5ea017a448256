/* process.h - children of the target: not under control, but with pids of ours.
 *
 * process/process.c makes children, exec.c replaces the process by another
 * program, child_wait.c waits. */
#ifndef RDL_RUNTIME_PROCESS_PROCESS_H
#define RDL_RUNTIME_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct rdl_syscall;

/* The target asked for a child that runs in its memory in parallel: neither a
 * copy nor a thread does that.  Ends the execution as one that cannot be
 * controlled; in a child of the target it returns. */
void rdl_process_shares_memory(uintptr_t pc);

/* Announces that the target is about to make a child, at `pc`. */
void rdl_process_forks(uintptr_t pc);

/* child_wait.c: wait4 and waitid, 0 or more, or -errno. */
long rdl_process_wait4(const struct rdl_syscall *call, bool cancellable);
long rdl_process_waitid(const struct rdl_syscall *call, bool cancellable);

/* ptrace.c: the value or -errno. */
long rdl_process_ptrace(const struct rdl_syscall *call);

#endif
