/* system_library.h - libraries that users do not build with raddle cc. */
#ifndef RDL_UTIL_SYSTEM_LIBRARY_H
#define RDL_UTIL_SYSTEM_LIBRARY_H

#include <stdbool.h>

/* Is it one of the C and C++ libraries, by the last part of its path? */
bool rdl_system_library_is_c(const char *name);
/* Is it in a directory of system libraries? */
bool rdl_system_library_at(const char *path);

#endif
