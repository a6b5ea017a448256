/* dispatch.h - Syscall User Dispatch: which code may make system calls.
 *
 * syscalls.h arms and disarms it; this header is for the rest of the
 * runtime. */
#ifndef RDL_RUNTIME_SYSCALLS_DISPATCH_H
#define RDL_RUNTIME_SYSCALLS_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Does pc lie in the runtime's own code? */
bool rdl_dispatch_own_text(uintptr_t pc);

/* Is no thread inside a trapped call?  Then none holds a lock of the C library,
 * except one that the program took itself (flockfile). */
bool rdl_dispatch_idle(void);

struct rdl_thread;
/* t has ended, perhaps in the middle of a trapped call (cancellation). */
void rdl_dispatch_thread_ends(const struct rdl_thread *t);

/* In the child of a fork, where the kernel has switched it off. */
void rdl_dispatch_forked(void);

/* A handler of the target runs although it interrupted a call into libc: leaves
 * the brackets until resumed with the depth that this returns. */
int rdl_libc_suspend(void);
void rdl_libc_resume(int depth);

/* The system call that the runtime is making on the target's behalf and that
 * may block, or -1: the watchdog names it. */
extern volatile long rdl_dispatch_in_call;

#endif
