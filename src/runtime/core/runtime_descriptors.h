/* runtime_descriptors.h - the runtime's own open descriptors, which the target
 * must not touch. */
#ifndef RDL_RUNTIME_CORE_RUNTIME_DESCRIPTORS_H
#define RDL_RUNTIME_CORE_RUNTIME_DESCRIPTORS_H

#include <stdbool.h>

/* The runtime's are at this number or above, if the limit of open files allows
 * it: the target gets the same numbers with them (a campaign that rewinds) and
 * without them (a replay). */
#define RDL_RUNTIME_DESCRIPTORS 8192

/* Lowers the limit of open files a little if it is the highest allowed, so that
 * there are numbers above it for the runtime: a target that reaches the limit
 * gets the same numbers with them and without them. */
void rdl_runtime_descriptors_reserve(void);
/* Registers fd as one of the runtime's. */
void rdl_runtime_descriptor(int fd);
/* Copies fd out of the target's way; returns the new number or -errno. */
int rdl_runtime_descriptor_park(int fd);
/* Moves fd, which may be -errno, there; returns its number or -errno. */
int rdl_runtime_descriptor_raise(long fd);
void rdl_runtime_descriptor_close(int fd);
bool rdl_runtime_descriptor_is(int fd);
/* The lowest of them that is >= fd; INT_MAX: none left. */
int rdl_runtime_descriptor_behind(int fd);

#endif
