/* regular_file.h - opening a file that somebody else named.
 *
 * Paths come out of debug information, a campaign's store, a directory's
 * listing: what is there may be a fifo, on which open() waits for ever, or a
 * device that never ends.  Only a plain file is opened, and only one that can
 * be read in reasonable time. */
#ifndef RDL_UTIL_REGULAR_FILE_H
#define RDL_UTIL_REGULAR_FILE_H

#include <stdbool.h>
#include <stdint.h>

#define RDL_PLAIN_SOURCE (UINT64_C(1) << 25)  /* a source or list of lines */
#define RDL_PLAIN_PROGRAM (UINT64_C(1) << 33) /* an executable or library */

/* For reading: a descriptor that execve closes; or a negative errno and, unless
 * NULL, in words why not (static or strerror's). */
int rdl_regular_file_open(const char *path, uint64_t most, const char **why);

/* Is there something that is no plain file? */
bool rdl_regular_file_special(const char *path);

#endif
