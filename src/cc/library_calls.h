/* library_calls.h - calls of a program into libraries whose effects raddle does
 * not see: functions that raddle neither intercepts nor knows. */
#ifndef RDL_CC_LIBRARY_CALLS_H
#define RDL_CC_LIBRARY_CALLS_H

#include <stddef.h>

struct rdl_library_calls {
    /* "qsort at sort.c:12:5 (main), std::operator<<": as many as fit */
    char names[512];
    size_t n, named;
};

/* Of the ELF file at `path`; `runtime` is libraddle.so.  place() writes where
 * the file calls the function with this symbol, or "". */
struct rdl_library_calls rdl_library_calls_of(
    const char *path, const char *runtime,
    void (*place)(void *data, const char *symbol, char *out, size_t size),
    void *data);

#endif
