/* proc_text.h - files under /proc whose text changes from moment to moment.
 *
 * The program sees a machine that is half full and a process that is always as
 * large, as with system calls (syscalls/machine_state.h): numbers that count
 * what happened are 0, ids are virtual, times come from the virtual clock.
 * Sizes of the machine and of the address space stay true. */
#ifndef RDL_RUNTIME_IO_PROC_TEXT_H
#define RDL_RUNTIME_IO_PROC_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* Is `path`, as the kernel knows it, such a file?  Then *fd is a descriptor of
 * the text that the program sees, or -errno. */
bool rdl_proc_text_open(const char *path, int flags, int *fd, uintptr_t pc);

#endif
