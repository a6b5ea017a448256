/* glibc.h - what the runtime knows about the internals of glibc (2.34 and
 * later). */
#ifndef RDL_RUNTIME_MACHINE_GLIBC_H
#define RDL_RUNTIME_MACHINE_GLIBC_H

#include <stddef.h>
#include <stdint.h>

/* Looks everything up; returns NULL, or the name of what it could not find. */
const char *rdl_glibc_begin(void);

/* The thread id that glibc caches in a thread's descriptor. */
int *rdl_glibc_tid(uintptr_t fs);
/* The function and argument of a new thread (struct pthread: start_routine,
 * arg).  NULL if there is no glibc descriptor at `fs`. */
struct rdl_glibc_start {
    void *(*function)(void *);
    void *argument;
};
const struct rdl_glibc_start *rdl_glibc_start(uintptr_t fs);
/* Lowest address of the thread's static TLS block. */
char *rdl_glibc_tls(uintptr_t fs);
/* What the C library keeps of the thread in its descriptor, *size bytes behind
 * the thread id: strerror's text, the resolver's state, cleanup records. */
char *rdl_glibc_state(uintptr_t fs, size_t *size);
/* The RDL_RSEQ_SIZE bytes in which the kernel stores the thread's CPU
 * (rseq(2)), at any time; NULL: it does not. */
#define RDL_RSEQ_SIZE 32
char *rdl_glibc_rseq(uintptr_t fs);
/* Address of the thread's pointer to its DTV (the table of TLS blocks). */
void **rdl_glibc_dtv(uintptr_t fs);
/* Drops the TLS blocks of dlopened libraries; glibc makes them again on use. */
void rdl_glibc_forget_dynamic_tls(uintptr_t fs);

#endif
