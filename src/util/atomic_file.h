/* atomic_file.h - writes a file atomically: written beside, synced, renamed. */
#ifndef RDL_UTIL_ATOMIC_FILE_H
#define RDL_UTIL_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* 0 or -errno; then the old file is still there. */
int rdl_atomic_file(const char *path, const char *text, size_t size);
/* Was `name` left beside a file by a process that has died?  Then its first
 * *size characters are the name of that file. */
bool rdl_atomic_file_is_left(const char *name, size_t *size);

#endif
