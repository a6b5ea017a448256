/* needs.h - functions that the dispatch of system calls needs from rooms above.
 *
 * Each has one implementation, so a list would have one line. */
#ifndef RDL_RUNTIME_SYSCALLS_NEEDS_H
#define RDL_RUNTIME_SYSCALLS_NEEDS_H

#include "runtime/machine/syscall.h"

#include <signal.h>

/* signals/external.c, the real handler: reports a signal that the kernel
 * delivered. */
void rdl_signals_caught(int signo, siginfo_t *info, void *context);

/* process/process.c: is it a clone whose child does not return on a copy of the
 * caller's stack? Then the caller must make it with its own instruction. */
bool rdl_process_new_stack(const struct rdl_syscall *call);

#endif
