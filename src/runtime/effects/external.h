/* external.h - notes about what an execution leaves outside the process, each
 * once. */
#ifndef RDL_RUNTIME_EFFECTS_EXTERNAL_H
#define RDL_RUNTIME_EFFECTS_EXTERNAL_H

#include <stdbool.h>
#include <stdint.h>

/* Gives a note about the first kind of thing that persists, and about no
 * other. */
void rdl_external_effects_say(const char *what, uintptr_t pc);
bool rdl_external_effects_said(void);
/* Executions that run in parallel would share this: gives a note once. */
void rdl_external_effects_meet(const char *what, uintptr_t pc);

#endif
