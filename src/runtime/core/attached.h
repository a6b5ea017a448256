/* attached.h - which objects were compiled with hooks. */
#ifndef RDL_RUNTIME_CORE_ATTACHED_H
#define RDL_RUNTIME_CORE_ATTACHED_H

#include <stdbool.h>
#include <stdint.h>

/* Adds the object that contains `address`: it has registered its hook table
 * (memory/attach.c). */
void rdl_attached_add(uintptr_t address);
/* Does `pc` lie in an object that has registered its hook table?  Safe to call
 * in a signal handler. */
bool rdl_attached(uintptr_t pc);
/* Has any object registered one? */
bool rdl_attached_any(void);

#endif
