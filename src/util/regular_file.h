/* regular_file.h - opens a file whose name comes from elsewhere.
 *
 * Paths come from debug information, a campaign's store or a directory listing.
 * There may be a fifo, where open() waits for ever, or a device that never
 * ends.  So raddle opens only a regular file of a size that it can read in
 * reasonable time. */
#ifndef RDL_UTIL_REGULAR_FILE_H
#define RDL_UTIL_REGULAR_FILE_H

#include <stdbool.h>
#include <stdint.h>

#define RDL_PLAIN_SOURCE (UINT64_C(1) << 25)  /* a source or list of lines */
#define RDL_PLAIN_PROGRAM (UINT64_C(1) << 33) /* an executable or library */

/* Opens it for reading, close-on-exec.  Returns a descriptor, or a negative
 * errno and in *why, unless NULL, the reason (static or strerror's). */
int rdl_regular_file_open(const char *path, uint64_t most, const char **why);

/* Is it there, but not a regular file? */
bool rdl_regular_file_special(const char *path);

#endif
