/* closed_stack.h - stacks whose deep part is closed, so that a rewind knows
 * without asking the kernel how deep a thread went.
 *
 * Below what threads have used so far, a stack is PROT_NONE.  The first access
 * there faults and opens the stack from that page on; it stays open for the
 * executions to come.  So a rewind clears what is open, and the rest is zero.
 * Whatever uses more than RDL_STACK_OPEN is opened as a whole for one
 * execution; after a few of those the stack is not closed again.
 *
 * The kernel does not fault but returns EFAULT.  It never gets there: a buffer
 * on a stack has something below it that was touched, the return address of a
 * call or, for a trapped call, what rdl_closed_stacks_trapped() opens.
 *
 * The target must not notice.  What it could notice by (the list of mappings,
 * protection of its own stack) opens all stacks for good: then they are cleared
 * as in a process that is not rewound.
 *
 * Only for donors of the pool and for main, and only under a rewind. */
#ifndef RDL_RUNTIME_CORE_CLOSED_STACK_H
#define RDL_RUNTIME_CORE_CLOSED_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Clearing more than this costs more than a system call. */
#define RDL_STACK_OPEN (UINT64_C(64) << 10)

struct rdl_closed_stack {
    char *low;       /* the lowest byte that may be closed */
    char *open;      /* what lies below is closed; NULL: nothing is */
    char *top;       /* the threads' frames begin below it */
    bool grows;      /* main's: the kernel makes it longer */
    unsigned n_deep; /* executions in which it was opened as a whole */
};

/* Between two executions, or before the first: nothing below `top` is in use.
 * Returns the lowest byte that the caller must clear; below it all is zero. */
char *rdl_stack_tidy(struct rdl_closed_stack *s, char *low, char *top);
/* Opens it for an access to addr; false: it is open there, or not this one. */
bool rdl_stack_open(struct rdl_closed_stack *s, uintptr_t addr);
/* Opens it as a whole, until rdl_stack_tidy. */
void rdl_stack_open_whole(struct rdl_closed_stack *s);
bool rdl_stack_is_closed_at(const struct rdl_closed_stack *s, uintptr_t start,
                            size_t size);

/* Main's. */
extern struct rdl_closed_stack rdl_stack_of_main
    __attribute__((visibility("hidden")));

/* All of them, which core/donor.c has.  An access to addr faulted: true if it
 * can be repeated. */
bool rdl_closed_stacks_fault(uintptr_t addr);
/* A thread makes a trapped call with its stack pointer, less the red zone, at
 * sp. */
void rdl_closed_stacks_trapped(uintptr_t sp);
/* The target names this memory in a call that is not about its contents. */
void rdl_closed_stacks_named(uintptr_t start, size_t size);
/* The target looks at its mappings. */
void rdl_closed_stacks_open(void);

#endif
