/* descriptor.h - the driver's own file descriptors stay out of the way. */
#ifndef RDL_CAMPAIGN_DESCRIPTOR_H
#define RDL_CAMPAIGN_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

/* Moves fd to a high number, close-on-exec, so that the numbers that the
 * target's open() returns are those it gets without raddle. */
int rdl_descriptor_raise(int fd);
/* An empty file in memory, raised; dies if there is none to be had. */
int rdl_descriptor_memory(const char *name);
/* All of it or false (errno). */
bool rdl_descriptor_write(int fd, const void *data, size_t size);

/* In a child, before exec: what raddle or its libraries opened is not passed
 * on; what raddle's caller left open is. */
void rdl_descriptor_seal(void);

#endif
