/* unprotect.h - unprotects the memory that a system call will write, because
 * the tracker's protection would make it fail. */
#ifndef RDL_RUNTIME_SYSCALLS_UNPROTECT_H
#define RDL_RUNTIME_SYSCALLS_UNPROTECT_H

/* Does this for everything that the system call will write (unprotect.c). */
void rdl_unprotect_call(long number, const long arg[6]);

/* Does this and makes the call: for whoever passes pointers of the target on to
 * the kernel, the value or -errno. */
long rdl_unprotect_pass(long number, const long arg[6]);
#define RDL_PASS(number, ...)                                                  \
    rdl_unprotect_pass((number), (const long[6]){ __VA_ARGS__ })

#endif
