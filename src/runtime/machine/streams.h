/* streams.h - what the C library has left to do when the last exit handler has
 * returned (glibc). */
#ifndef RDL_RUNTIME_MACHINE_STREAMS_H
#define RDL_RUNTIME_MACHINE_STREAMS_H

#include <stdbool.h>

/* Notes where the locks of the standard streams are; before main. */
void rdl_streams_begin(void);
/* Would glibc's exit() make no system call, wait for no lock and call no code
 * of the program before it ends the process?  If in doubt: false. */
bool rdl_streams_idle(void);

#endif
