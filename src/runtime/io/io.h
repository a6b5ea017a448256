/* io.h - what other families ask of the descriptor family. */
#ifndef RDL_RUNTIME_IO_IO_H
#define RDL_RUNTIME_IO_IO_H

#include <stdbool.h>
#include <stdint.h>

/* A descriptor may have become ready or ceased to be, by an action that is no
 * call on it (a timer that writes to one): looks at all who wait. */
void rdl_io_changed(void);
/* The target makes a child process, which shares its pipes: from now on what
 * comes through them comes from outside. */
void rdl_io_forked(void);

#endif
