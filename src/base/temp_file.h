/* temp_file.h - a file or directory that an execution made under a temporary
 * name: runtime/effects/temp_files.h says why it must go.
 *
 * The list lies in shared memory, so that the driver can remove what a process
 * could not because it was killed (a time-out, the end of a gdb session). */
#ifndef RDL_BASE_TEMP_FILE_H
#define RDL_BASE_TEMP_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define RDL_MAX_TEMP_FILES 256
#define RDL_TEMP_PATH 256

struct rdl_temp_file {
    uint64_t device, inode; /* it is removed only if it is still this file */
    uint8_t directory;
    uint8_t root; /* has a temporary name itself */
    uint8_t over; /* moved out: no longer temporary */
    char path[RDL_TEMP_PATH];
};

/* Calls `remove` for each, in the order in which they can be removed: files,
 * then directories, the innermost first.  A directory may have moved into one
 * that is younger, so the lengths of the paths tell. */
static inline void
rdl_temp_files_each(const struct rdl_temp_file *all, size_t n,
                    void (*remove)(const struct rdl_temp_file *))
{
    size_t next;

    for (size_t i = 0; i < n; i++) {
        if (!all[i].directory && !all[i].over)
            remove(&all[i]);
    }
    for (size_t length = RDL_TEMP_PATH; length > 0; length = next) {
        next = 0;
        for (size_t i = 0; i < n; i++) {
            const size_t l = strnlen(all[i].path, RDL_TEMP_PATH);

            if (!all[i].directory || all[i].over)
                continue;
            if (l == length)
                remove(&all[i]);
            else if (l < length && l > next)
                next = l;
        }
    }
}

#endif
