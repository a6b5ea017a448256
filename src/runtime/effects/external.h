/* external.h - what an execution leaves outside the process is told once. */
#ifndef RDL_RUNTIME_EFFECTS_EXTERNAL_H
#define RDL_RUNTIME_EFFECTS_EXTERNAL_H

#include <stdbool.h>
#include <stdint.h>

/* The first kind of thing that persists is told, and no other. */
void rdl_external_effects_say(const char *what, uintptr_t pc);
bool rdl_external_effects_said(void);
/* Executions side by side would meet there: told once. */
void rdl_external_effects_meet(const char *what, uintptr_t pc);

#endif
