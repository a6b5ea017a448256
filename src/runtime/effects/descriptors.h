/* descriptors.h - the part of the rewind that brings back descriptors: those
 * of main stay open, keep their offset and flags; others are closed. */
#ifndef RDL_RUNTIME_EFFECTS_DESCRIPTORS_H
#define RDL_RUNTIME_EFFECTS_DESCRIPTORS_H

#include "runtime/effects/effects.h"

#include "base/descriptors.h"

#include <sys/stat.h>

/* By what a system call does with descriptors; see rewind/effects.c. */
rdl_effects_note rdl_descriptors_made, rdl_descriptors_pair,
    rdl_descriptors_closed, rdl_descriptors_closed_range,
    rdl_descriptors_copied, rdl_descriptors_duplicated,
    rdl_descriptors_controlled, rdl_descriptors_ioctl, rdl_descriptors_locked,
    rdl_descriptors_used, rdl_descriptors_both_used, rdl_descriptors_received;

/* The server stands at main: notes what is open, but for the socket to the
 * driver, the only one there that is not the target's. */
void rdl_descriptors_list(int control);
/* In its child: files have the offset, flags and locks that they had then,
 * whatever the child before did to what it shared. */
void rdl_descriptors_unshare(void);

/* The runtime made one for the execution: it goes with it. */
void rdl_descriptor_new(int fd);
/* Is it the runtime's? */
bool rdl_descriptor_is_own(int fd);
/* close_range(), sparing the runtime's. */
long rdl_descriptors_close_range(unsigned first, unsigned last, int flags);
/* The file `fd` is mapped and shared. */
void rdl_descriptor_shared(int fd, bool writable, uintptr_t pc);
/* A file was opened: is it that in which output is captured?  Then it counts
 * as written to. */
bool rdl_descriptor_is_output(const struct stat *st);
/* The runtime writes to the target's standard error. */
void rdl_descriptor_error(const char *text, unsigned long size);

#endif
