/* import_call.h - where an ELF file calls a function that it takes from
 * others. */
#ifndef RDL_SYMBOLS_FILES_IMPORT_CALL_H
#define RDL_SYMBOLS_FILES_IMPORT_CALL_H

#include <stdint.h>

/* The address of one direct call, as in the file; 0: none was found, only
 * perhaps its address taken. */
uint64_t rdl_import_call(const char *path, const char *name);

#endif
