/* where.h - finds raddle's own files: the runtime, the archive of hooks, the
 * header.
 *
 * They are beside the tool in a build directory, and in lib/raddle/ beside its
 * bin/ once installed; so the whole installation can be moved. */
#ifndef RDL_UTIL_WHERE_H
#define RDL_UTIL_WHERE_H

#include <stdbool.h>
#include <stddef.h>

/* The absolute path of `name` ("libraddle.so"); false if it is in neither
 * place: `out` is then the first place tried. */
bool rdl_where_file(const char *name, char *out, size_t size);

#endif
