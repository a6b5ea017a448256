/* proc.h - names under /proc that contain a virtual number. */
#ifndef RDL_RUNTIME_IO_PROC_H
#define RDL_RUNTIME_IO_PROC_H

#include <stdbool.h>

#define RDL_PROC_PATH 256 /* longer names are not translated */

/* Does `path` begin with /proc/<number> of the process, of one of its threads
 * or children?  Then `out` is the kernel's name for it. */
bool rdl_proc_real(const char *path, char out[RDL_PROC_PATH]);

#endif
