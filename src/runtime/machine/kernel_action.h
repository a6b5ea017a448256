/* kernel_action.h - the kernel's types for a signal's action and mask: the C
 * library's types are larger. */
#ifndef RDL_RUNTIME_MACHINE_KERNEL_ACTION_H
#define RDL_RUNTIME_MACHINE_KERNEL_ACTION_H

#include <signal.h>
#include <stdint.h>

/* Bit n-1 of a mask represents signal n, as in the kernel. */
#define RDL_SIGNAL_BIT(n) (UINT64_C(1) << ((n)-1))

#define RDL_SA_RESTORER 0x04000000u

struct rdl_action { /* struct kernel_sigaction */
    union {
        void (*plain)(int);
        void (*full)(int, siginfo_t *, void *);
        uintptr_t word; /* 0 SIG_DFL, 1 SIG_IGN */
    } handler;
    uint64_t flags; /* SA_... */
    uint64_t restorer;
    uint64_t mask;
};

#endif
