/* donor.h - real thread-local storage and stacks for virtual threads.
 *
 * A donor is a real pthread whose stack we map at a fixed address.  Under the
 * fiber engine its kernel thread ends at once and the fiber uses its TLS and
 * stack; under the kernel engine its kernel thread stays and runs the virtual
 * threads.  Both engines therefore give thread t the same addresses. */
#ifndef RDL_RUNTIME_CORE_DONOR_H
#define RDL_RUNTIME_CORE_DONOR_H

#include "base/event.h"
#include "runtime/core/closed_stack.h"
#include "runtime/machine/switch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RDL_DONOR_STACK (UINT64_C(8) << 20) /* includes its TLS */

/* The stacks and TLS of all threads but main lie in this part of the address
 * space, beside nothing else. */
#define RDL_DONOR_REGION_SHIFT 44
#define RDL_DONOR_REGION_NUMBER 3
static inline bool rdl_donor_region(uintptr_t addr)
{
    return addr >> RDL_DONOR_REGION_SHIFT == RDL_DONOR_REGION_NUMBER;
}

struct rdl_donor {
    uintptr_t fs;      /* FS base = pthread_t; 0: not created yet */
    char *stack;       /* lowest usable byte */
    size_t stack_size; /* below the TLS block and the creator's frames */
    char *tls;         /* static TLS block, ends at fs */
    size_t tls_size;
    char *state; /* what the C library keeps in the thread's descriptor */
    size_t state_size;
    char *image; /* copy of `tls`, then of `state`, when new */
    bool fresh;  /* both are unchanged since creation */
    bool used;   /* by this execution */
    void *dtv;   /* the C library's DTV as it was when new */
    struct rdl_closed_stack closed;
    char *aside;       /* upper end of the stack that the runtime uses */
    size_t large_size; /* size of the large stack mapped in this execution */
    /* Set by the donor once it has filled the fields above. */
    int ready;
    /* Kernel engine: what the donor's kernel thread runs next. */
    int job; /* 1: there is a job */
    char *top;
    void (*entry)(void);
};

/* Returns the donor of a slot with its TLS as new; creates it on first use. */
struct rdl_donor *rdl_donor_get(rdl_tid slot);
/* Maps a stack for the slot that is larger than its donor's; NULL: out of
 * memory. */
char *rdl_donor_large_stack(rdl_tid slot, size_t size);
void rdl_donor_main(void); /* slot 0 is the thread that runs main */
/* The slot whose stack or TLS contains addr, or -1. */
int rdl_donor_slot(uintptr_t addr);
/* For the rewind.  pool() creates donors for slots 1..n; high() returns the
 * highest slot that has a donor; drop() removes the donors above n; clean()
 * makes the used part of their stacks as new; holds() tells whether addr is on
 * one of their stacks. */
void rdl_donor_pool(size_t n);
/* Folds the constant parts of the first n donors into `sum`. */
uint64_t rdl_donor_checksum(uint64_t sum, size_t n);
#define RDL_DONOR_POOL 4 /* initial size */
size_t rdl_donor_high(void);
void rdl_donor_drop(size_t n);
void rdl_donor_clean(void);
/* For core/closed_stack.c: that of the donor on whose stack addr is, or NULL;
 * opens all of them. */
struct rdl_closed_stack *rdl_donor_closed_stack(uintptr_t addr);
void rdl_donor_open_stacks(void);
bool rdl_donor_holds(uintptr_t addr);
/* Does the runtime need any of the `size` bytes from `start`?  The stack of a
 * thread, below its TLS, is the target's. */
bool rdl_donor_needs(uintptr_t start, size_t size);

#endif
