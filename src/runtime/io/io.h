/* io.h - what the engine and other families ask of the descriptor family
 * (io_*.c and intercept/io_*.c). */
#ifndef RDL_RUNTIME_IO_IO_H
#define RDL_RUNTIME_IO_IO_H

#include <stdbool.h>
#include <stdint.h>

/* Is any thread waiting for a descriptor whose peer is outside? */
bool rdl_io_outside(void);
/* Looks which awaited descriptors are ready, waiting up to `ms` real
 * milliseconds for the first; enables their threads.  True if any was.  At a
 * replay the record is asked instead (external_input.h). */
bool rdl_io_poll(int ms);

/* A descriptor may have become ready or ceased to be, by an action that is no
 * call on it (a timer that writes to one): looks at all who wait. */
void rdl_io_changed(void);
/* The target makes a child process, which shares its pipes: from now on what
 * comes through them comes from outside. */
void rdl_io_forked(void);

#endif
