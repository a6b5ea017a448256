/* unprotect.h - opens what a system call is going to write, for the tracker
 * that would make it fail there. */
#ifndef RDL_RUNTIME_SYSCALLS_UNPROTECT_H
#define RDL_RUNTIME_SYSCALLS_UNPROTECT_H

/* The same for all that a system call is going to write (unprotect.c). */
void rdl_unprotect_call(long number, const long arg[6]);

#endif
