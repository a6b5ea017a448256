/* modules.h - what is loaded where, and its build id. */
#ifndef RDL_RUNTIME_CORE_MODULES_H
#define RDL_RUNTIME_CORE_MODULES_H

#include "base/shared.h"

void rdl_modules_begin(const char *program_path);
/* Libraries have been unloaded: looks all up anew.  Names hang on it: call
 * rdl_names_forget() (observe/names.h) instead. */
void rdl_modules_forget(void);
/* What is loaded where, filled as it is met. */
const struct rdl_module *rdl_module_of(uintptr_t addr);
/* A thread steps in it. */
void rdl_module_runs(const struct rdl_module *m);
/* The one that holds addr has handed over its hooks. */
void rdl_module_hooked(uintptr_t addr);
/* Hash of the module's base name. */
uint64_t rdl_module_name(const struct rdl_module *m);
/* Does addr lie in a module whose base name begins so? */
bool rdl_module_is(uintptr_t addr, const char *name);

#endif
