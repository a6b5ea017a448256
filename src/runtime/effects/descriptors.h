/* descriptors.h - the restorer of descriptors: those of main stay open with
 * their offset and flags; the rewind closes all others. */
#ifndef RDL_RUNTIME_EFFECTS_DESCRIPTORS_H
#define RDL_RUNTIME_EFFECTS_DESCRIPTORS_H

#include "runtime/effects/effects.h"

#include <sys/stat.h>

/* Grouped by what a system call does with descriptors; see rewind/effects.c. */
rdl_effects_note rdl_descriptors_made, rdl_descriptors_pair,
    rdl_descriptors_closed, rdl_descriptors_closed_range,
    rdl_descriptors_copied, rdl_descriptors_duplicated,
    rdl_descriptors_controlled, rdl_descriptors_ioctl, rdl_descriptors_locked,
    rdl_descriptors_used, rdl_descriptors_both_used, rdl_descriptors_received;

/* The server is at main: notes what is open, except the socket to the driver,
 * the only descriptor there that is not the target's. */
void rdl_descriptors_list(int control);
/* In the server's child: gives files the offset, flags and locks that they had
 * then, whatever the previous child did to the shared ones. */
void rdl_descriptors_unshare(void);

/* The runtime created fd for the execution: the rewind closes it. */
void rdl_descriptor_new(int fd);
/* Does it belong to the runtime? */
bool rdl_descriptor_is_own(int fd);
/* close_range(), except for the runtime's descriptors. */
long rdl_descriptors_close_range(unsigned first, unsigned last, int flags);
/* The target maps the file `fd` as shared. */
void rdl_descriptor_shared(int fd, bool writable, uintptr_t pc);
/* A file was opened: is it the one that captures output?  Then it counts as
 * written to. */
bool rdl_descriptor_is_output(const struct stat *st);
/* The runtime writes to the target's standard error. */
void rdl_descriptor_error(const char *text, unsigned long size);

#endif
