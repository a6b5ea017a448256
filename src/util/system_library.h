/* system_library.h - libraries that nobody builds anew for a test. */
#ifndef RDL_UTIL_SYSTEM_LIBRARY_H
#define RDL_UTIL_SYSTEM_LIBRARY_H

#include <stdbool.h>

/* One of the C and C++ libraries, by the last part of its path? */
bool rdl_system_library_is_c(const char *name);
/* Does it lie where the system has its libraries? */
bool rdl_system_library_at(const char *path);

#endif
