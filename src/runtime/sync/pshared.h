/* pshared.h - objects that another process may share.
 *
 * Other processes are outside control: they change the object's memory while
 * our threads wait virtually, and sleep really while our threads change it.
 * So an object that can be shared is changed atomically, its real waiters are
 * woken really, and when nothing else can run the memory is looked at again
 * (rdl_pshared_poll in sync.h). */
#ifndef RDL_RUNTIME_SYNC_PSHARED_H
#define RDL_RUNTIME_SYNC_PSHARED_H

#include <stdint.h>

/* The calling thread is about to wait for an object of this kind. */
void rdl_pshared_waits(void);
/* It met an object that existed before the execution: somebody else's. */
void rdl_pshared_found(uintptr_t pc);
/* It uses a process-shared object of a kind that works in one process only. */
void rdl_pshared_blind(const char *what, uintptr_t pc);
/* Wakes up to n real waiters on the word. */
void rdl_pshared_wake(const volatile void *word, int n);

#endif
