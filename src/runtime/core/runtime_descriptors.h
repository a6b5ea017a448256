/* runtime_descriptors.h - descriptors that the runtime keeps open for itself,
 * which the target is not to touch. */
#ifndef RDL_RUNTIME_CORE_RUNTIME_DESCRIPTORS_H
#define RDL_RUNTIME_CORE_RUNTIME_DESCRIPTORS_H

#include <stdbool.h>

/* fd is one of them. */
void rdl_runtime_descriptor(int fd);
/* Moves fd, which may be -errno, to a number out of the target's way; returns
 * that or -errno. */
int rdl_runtime_descriptor_raise(long fd);
void rdl_runtime_descriptor_close(int fd);
bool rdl_runtime_descriptor_is(int fd);
/* The first that is at or above fd; INT_MAX: none. */
int rdl_runtime_descriptor_behind(int fd);

#endif
