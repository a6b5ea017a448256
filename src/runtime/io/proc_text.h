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

struct rdl_io;

struct rdl_proc_text {
    int fd;         /* of the text that the program sees, or -errno */
    unsigned shows; /* which file it is; 0: the text stays as it is */
};

/* Is `path`, as the kernel knows it, such a file?  Then it is open. */
bool rdl_proc_text_open(const char *path, int flags, struct rdl_proc_text *text,
                        uintptr_t pc);
/* The call may read a descriptor that shows such a file: from its beginning it
 * gets the text of now. */
void rdl_proc_text_reads(const struct rdl_io *call, unsigned shows);

#endif
