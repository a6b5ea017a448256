/* syscall.h - a system call that the target makes. */
#ifndef RDL_RUNTIME_MACHINE_SYSCALL_H
#define RDL_RUNTIME_MACHINE_SYSCALL_H

#include <stdbool.h>
#include <stdint.h>

struct rdl_syscall {
    long number; /* SYS_... */
    long arg[6];
    uintptr_t pc;     /* location of the call */
    bool cancellable; /* made by the C library, at a cancellation point */
};

#endif
