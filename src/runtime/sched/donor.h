/* donor.h - real thread-local storage and stacks for virtual threads.
 *
 * A donor is a real pthread, made with a stack of ours at a fixed address.
 * Under fibers its kernel thread ends at once and only its TLS and stack are
 * used; under kernel threads it stays and runs them.  Both engines therefore
 * give thread t the same addresses. */
#ifndef RDL_RUNTIME_SCHED_DONOR_H
#define RDL_RUNTIME_SCHED_DONOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RDL_DONOR_STACK (UINT64_C(8) << 20) /* with its TLS */

struct rdl_context { /* where a thread goes on; a carrier's */
    void *sp;
    uintptr_t fs;
    int turn; /* kernel threads: 1 when it may run */
};

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

#endif
