/* where.h - raddle's own files: the runtime, the archive of hooks, the header.
 *
 * They lie beside the tool in a build directory, and under lib/raddle/ beside
 * its bin/ once installed; so the tool works wherever it is moved as a whole.
 */
#ifndef RDL_UTIL_WHERE_H
#define RDL_UTIL_WHERE_H

#include <stdbool.h>
#include <stddef.h>

/* The absolute path of `name` ("libraddle.so"); false if it lies at neither
 * place: `out` is then the first place that was tried. */
bool rdl_where_file(const char *name, char *out, size_t size);

#endif
