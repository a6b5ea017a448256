/* attached.h - which objects were compiled with hooks. */
#ifndef RDL_RUNTIME_CORE_ATTACHED_H
#define RDL_RUNTIME_CORE_ATTACHED_H

#include <stdbool.h>
#include <stdint.h>

/* The object that holds `address` has handed over its table (memory/attach.c).
 */
void rdl_attached_add(uintptr_t address);
/* Does `pc` lie in an object that has handed over its table?  May
 * be asked in a signal handler. */
bool rdl_attached(uintptr_t pc);
/* Has any? */
bool rdl_attached_any(void);

#endif
