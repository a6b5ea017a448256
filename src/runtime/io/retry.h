/* retry.h - what the engine's idle loop asks of io/retry.c. */
#ifndef RDL_RUNTIME_IO_RETRY_H
#define RDL_RUNTIME_IO_RETRY_H

#include <stdbool.h>

struct rdl_syscall;

/* Does a thread wait for a lock or message that another process may hold? */
bool rdl_retry_outside(void);
/* Tries what the waiting threads wait for; true if one goes on. */
bool rdl_retry_poll(void);
/* Makes a call of that file: the value or -errno. */
long rdl_retry(const struct rdl_syscall *call, bool cancellable);

#endif
