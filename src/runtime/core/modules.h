/* modules.h - which modules are loaded where, and their build ids. */
#ifndef RDL_RUNTIME_CORE_MODULES_H
#define RDL_RUNTIME_CORE_MODULES_H

#include "base/shared.h"

void rdl_modules_begin(const char *program_path);
/* Libraries have been unloaded: forgets all modules and looks them up again.
 * Cached names depend on it, so call rdl_names_forget() (observe/names.h)
 * instead. */
void rdl_modules_forget(void);
/* The module that contains addr; looked up on first use. */
const struct rdl_module *rdl_module_of(uintptr_t addr);
/* A thread takes a step in this module. */
void rdl_module_runs(const struct rdl_module *m);
/* The module that contains addr has registered its hooks. */
void rdl_module_hooked(uintptr_t addr);
/* Hash of the module's base name. */
uint64_t rdl_module_name(const struct rdl_module *m);
/* Does addr lie in a module whose base name begins with `name`? */
bool rdl_module_is(uintptr_t addr, const char *name);

#endif
