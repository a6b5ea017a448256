/* io.h - the descriptor family's functions for other families. */
#ifndef RDL_RUNTIME_IO_IO_H
#define RDL_RUNTIME_IO_IO_H

#include <stdbool.h>
#include <stdint.h>

/* An action that is not a call on a descriptor (a timer that writes to one) may
 * have changed its readiness: checks all waits. */
void rdl_io_changed(void);
/* The target makes a child process, which shares its pipes: from now on data in
 * them is input from outside. */
void rdl_io_forked(void);

#endif
