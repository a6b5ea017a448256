/* runtime_descriptors.h - the runtime's own open descriptors, which the target
 * must not touch. */
#ifndef RDL_RUNTIME_CORE_RUNTIME_DESCRIPTORS_H
#define RDL_RUNTIME_CORE_RUNTIME_DESCRIPTORS_H

#include <stdbool.h>

/* Registers fd as one of the runtime's. */
void rdl_runtime_descriptor(int fd);
/* Moves fd, which may be -errno, to a high number out of the target's way;
 * returns the new number or -errno. */
int rdl_runtime_descriptor_raise(long fd);
void rdl_runtime_descriptor_close(int fd);
bool rdl_runtime_descriptor_is(int fd);
/* The lowest of them that is >= fd; INT_MAX: none left. */
int rdl_runtime_descriptor_behind(int fd);

#endif
