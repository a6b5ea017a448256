/* donor.h - real thread-local storage and stacks for virtual threads.
 *
 * A donor is a real pthread, made with a stack of ours at a fixed address.
 * Under fibers its kernel thread ends at once and only its TLS and stack are
 * used; under kernel threads it stays and runs them.  Both engines therefore
 * give thread t the same addresses. */
#ifndef RDL_RUNTIME_CORE_DONOR_H
#define RDL_RUNTIME_CORE_DONOR_H

#include "base/event.h"
#include "runtime/machine/switch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RDL_DONOR_STACK (UINT64_C(8) << 20) /* with its TLS */

struct rdl_donor {
    uintptr_t fs;      /* FS base = pthread_t; 0: not made yet */
    char *stack;       /* lowest usable byte */
    size_t stack_size; /* below the TLS block and what made it */
    char *tls;         /* static TLS block, up to fs */
    size_t tls_size;
    void *tls_image;   /* the block as it was when new */
    bool fresh;        /* TLS is as new */
    bool used;         /* in this execution */
    void *dtv;         /* the C library's table of TLS blocks, when new */
    size_t large_size; /* of the large stack mapped in this execution */
    int ready;         /* set by the donor once all above is known */
    /* Kernel threads: what the donor's kernel thread runs next. */
    int job; /* 1 when there is one */
    char *top;
    void (*entry)(void);
};

/* The donor of a slot, made on first use, its TLS as new. */
struct rdl_donor *rdl_donor_get(rdl_tid slot);
/* A stack for that slot, larger than its donor's; NULL: no memory. */
char *rdl_donor_large_stack(rdl_tid slot, size_t size);
void rdl_donor_main(void); /* slot 0 is the thread that runs main */
/* The slot whose stack or TLS holds addr, -1 if none. */
int rdl_donor_slot(uintptr_t addr);
/* For the rewind: donors for slots 1..n; the highest slot that has one; none
 * above n any more; what was used of their stacks is as new; is addr on one of
 * their stacks? */
void rdl_donor_pool(size_t n);
/* Folds what does not change of the first n into `sum`. */
uint64_t rdl_donor_checksum(uint64_t sum, size_t n);
#define RDL_DONOR_POOL 4 /* at first */
size_t rdl_donor_high(void);
void rdl_donor_drop(size_t n);
void rdl_donor_clean(void);
bool rdl_donor_holds(uintptr_t addr);

#endif
