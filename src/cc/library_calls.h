/* library_calls.h - calls of a program into libraries whose effects raddle does
 * not see: functions that raddle neither intercepts nor knows. */
#ifndef RDL_CC_LIBRARY_CALLS_H
#define RDL_CC_LIBRARY_CALLS_H

#include <stddef.h>

struct rdl_library_calls {
    char names[512]; /* "qsort, std::operator<<": as many as fit */
    size_t n, named;
};

/* Of the ELF file at `path`; `runtime` is libraddle.so. */
struct rdl_library_calls rdl_library_calls_of(const char *path,
                                              const char *runtime);

#endif
