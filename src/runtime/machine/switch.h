/* switch.h - the machine-dependent part of a context switch (switch.S). */
#ifndef RDL_RUNTIME_MACHINE_SWITCH_H
#define RDL_RUNTIME_MACHINE_SWITCH_H

#include <stdint.h>

struct rdl_context { /* where a thread continues; owned by the engine */
    void *sp;
    uintptr_t fs;
    int turn; /* kernel engine: 1 when it may run */
};

/* Saves callee-saved registers, MXCSR, the x87 control word and exception flags
 * on the stack and continues in `to` with its FS base.  With and without
 * FSGSBASE. */
void rdl_switch_fsgsbase(struct rdl_context *from, struct rdl_context *to);
void rdl_switch_prctl(struct rdl_context *from, struct rdl_context *to);
/* The one for this machine. */
typedef void rdl_switch(struct rdl_context *from, struct rdl_context *to);
rdl_switch *rdl_switch_best(void);
/* Before its first use: as on a processor without these instructions. */
void rdl_switch_avoid_fsgsbase(void);

/* Makes `context` call entry() on a stack that ends at `top` at the first
 * switch to it; entry must not return. */
void rdl_switch_prepare(struct rdl_context *context, char *top,
                        void (*entry)(void));

/* Calls entry() on another stack and never returns. */
_Noreturn void rdl_switch_abandon(char *top, void (*entry)(void));

/* Calls function(a, b, c), the target's main or a thread's function, with the
 * same registers in every execution: it may store them. */
uintptr_t rdl_switch_call(uintptr_t function, uintptr_t a, uintptr_t b,
                          uintptr_t c);

static inline uintptr_t rdl_fs_base(void)
{
    uintptr_t fs;

    __asm__("mov %%fs:0, %0" : "=r"(fs)); /* the TCB points to itself */
    return fs;
}

#endif
