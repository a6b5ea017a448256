/* retry.h - io/retry.c for the scheduler's idle loop. */
#ifndef RDL_RUNTIME_IO_RETRY_H
#define RDL_RUNTIME_IO_RETRY_H

#include <stdbool.h>

struct rdl_syscall;

/* Does a thread wait for a lock or message that another process may hold? */
bool rdl_retry_outside(void);
/* Retries the calls of the waiting threads; true if one can continue. */
bool rdl_retry_poll(void);
/* Makes a call that retry.c handles: the value or -errno. */
long rdl_retry(const struct rdl_syscall *call, bool cancellable);

#endif
