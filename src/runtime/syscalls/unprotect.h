/* unprotect.h - unprotects the memory that a system call will write, because
 * the tracker's protection would make it fail. */
#ifndef RDL_RUNTIME_SYSCALLS_UNPROTECT_H
#define RDL_RUNTIME_SYSCALLS_UNPROTECT_H

/* Does this for everything that the system call will write (unprotect.c). */
void rdl_unprotect_call(long number, const long arg[6]);

#endif
