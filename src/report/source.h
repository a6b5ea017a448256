/* source.h - lines of the program's source, to be quoted. */
#ifndef RDL_REPORT_SOURCE_H
#define RDL_REPORT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

/* The line without its indentation, printable; false if it cannot be read. */
bool rdl_source_line(const char *path, unsigned line, char *out, size_t size);

#endif
