/* fd.h - the driver's own file descriptors stay out of the way. */
#ifndef RDL_UTIL_FD_H
#define RDL_UTIL_FD_H

#include <stdbool.h>
#include <stddef.h>

/* Moves fd to a high number, close-on-exec, so that the numbers that the
 * target's open() returns are those it gets without raddle. */
int rdl_fd_raise(int fd);
/* An empty file in memory, raised; -1 (errno) if the kernel gives none. */
int rdl_fd_memory(const char *name);
/* All of it or false (errno). */
bool rdl_fd_write(int fd, const void *data, size_t size);

/* In a child, before exec: what raddle or its libraries opened is not passed
 * on; what raddle's caller left open is. */
void rdl_fd_seal(void);

#endif
