/* attached.h - which objects were compiled with hooks. */
#ifndef RDL_RUNTIME_MEMORY_ATTACHED_H
#define RDL_RUNTIME_MEMORY_ATTACHED_H

#include <stdbool.h>
#include <stdint.h>

/* Does `pc` lie in an object that has handed over its table (attach.c)?  May
 * be asked in a signal handler. */
bool rdl_attached(uintptr_t pc);
/* Has any? */
bool rdl_attached_any(void);

#endif
