/* fatal.h - the two failures that end raddle wherever they happen: out of
 * memory and a bug in raddle.  Every other failure is a value (error.h). */
#ifndef RDL_UTIL_FATAL_H
#define RDL_UTIL_FATAL_H

#include "util/error.h"

/* Prints the text and ends the process with the code.  cli sets its own way to
 * do so (rdl_fatal_handler), which must not return. */
_Noreturn void rdl_fatal(enum rdl_exit code, const char *format, ...)
    RDL_PRINTF(2, 3);
void rdl_fatal_handler(void (*handler)(const struct rdl_error *e));

/* For what cannot happen: exit 99 with file and line, in release builds too. */
_Noreturn void rdl_bug(const char *file, int line, const char *text);
#define RDL_ASSERT(x) ((x) ? (void)0 : rdl_bug(__FILE__, __LINE__, #x))

#endif
