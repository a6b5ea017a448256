/* glibc.h - what the runtime knows of glibc's insides (2.34 and later). */
#ifndef RDL_RUNTIME_MACHINE_GLIBC_H
#define RDL_RUNTIME_MACHINE_GLIBC_H

#include <stddef.h>
#include <stdint.h>

/* Looks everything up; NULL, or what could not be found. */
const char *rdl_glibc_begin(void);

/* The thread id that glibc caches in a thread's descriptor. */
int *rdl_glibc_tid(uintptr_t fs);
/* What a new thread is to run (struct pthread: start_routine, arg).  NULL if
 * there is no descriptor of glibc's at `fs`. */
struct rdl_glibc_start {
    void *(*function)(void *);
    void *argument;
};
const struct rdl_glibc_start *rdl_glibc_start(uintptr_t fs);
/* Lowest address of the static TLS block of the thread. */
char *rdl_glibc_tls(uintptr_t fs);
/* The RDL_RSEQ_SIZE bytes in which the kernel tells the thread's CPU (rseq(2)),
 * whenever it likes; NULL: it does not. */
#define RDL_RSEQ_SIZE 32
char *rdl_glibc_rseq(uintptr_t fs);
/* Where the thread's table of TLS blocks is noted. */
void **rdl_glibc_dtv(uintptr_t fs);
/* Gives up blocks of dlopened libraries' TLS, to be made anew on use. */
void rdl_glibc_forget_dynamic_tls(uintptr_t fs);

#endif
