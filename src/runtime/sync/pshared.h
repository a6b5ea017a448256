/* pshared.h - objects that another process may share.
 *
 * Other processes are not under control: they change the object's memory while
 * our threads wait virtually, and really sleep while our threads change it.  So
 * an object that can be shared is changed atomically, its real waiters are
 * really woken, and when nothing else can run the memory is read again
 * (pshared_poll, a member of its family). */
#ifndef RDL_RUNTIME_SYNC_PSHARED_H
#define RDL_RUNTIME_SYNC_PSHARED_H

#include <stdint.h>

/* The calling thread is about to wait for such an object. */
void rdl_pshared_waits(void);
/* The thread found an object that existed before the execution: another process
 * made it. */
void rdl_pshared_found(uintptr_t pc);
/* The thread uses a process-shared object of a kind that works only within one
 * process. */
void rdl_pshared_one_process(const char *what, uintptr_t pc);
/* Wakes up to n real waiters on the word. */
void rdl_pshared_wake(const volatile void *word, int n);

#endif
