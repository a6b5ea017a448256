/* fd.h - moves the driver's own descriptors out of the target's way. */
#ifndef RDL_UTIL_FD_H
#define RDL_UTIL_FD_H

#include <stdbool.h>
#include <stddef.h>

/* Moves fd to a high number, close-on-exec, so that the target's open() returns
 * the same numbers as without raddle. */
int rdl_fd_raise(int fd);
/* An empty file in memory, moved up; -1 (errno) on failure. */
int rdl_fd_memory(const char *name);
/* Writes all of it, or returns false (errno). */
bool rdl_fd_write(int fd, const void *data, size_t size);

/* In a child, before exec: closes what raddle or its libraries opened, and
 * leaves open what raddle's caller left open. */
void rdl_fd_seal(void);

#endif
