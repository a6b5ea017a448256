/* imports.h - the dynamic symbols of an ELF file. */
#ifndef RDL_SYMBOLS_FILES_IMPORTS_H
#define RDL_SYMBOLS_FILES_IMPORTS_H

#include <stdbool.h>

/* Calls `visit` for the name of each function that the file defines for others
 * (`defined`) or takes from others.  Weak references count only if `defined`:
 * raddle's own hooks make some. */
void rdl_imports_each(const char *path, bool defined,
                      void (*visit)(void *data, const char *name), void *data);
/* Does it access this variable of another file? */
bool rdl_imports_variable(const char *path, const char *name);

#endif
