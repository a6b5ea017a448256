/* needed.h - the libraries that an ELF file asks for (DT_NEEDED). */
#ifndef RDL_SYMBOLS_FILES_NEEDED_H
#define RDL_SYMBOLS_FILES_NEEDED_H

#include <stdbool.h>

/* Does `is` hold for the name of each library that the file asks for?  False if
 * the file cannot be read. */
bool rdl_needed_all(const char *path, bool (*is)(const char *name));

#endif
