/* fifo.h - opens a named pipe, which waits until a thread of the target or
 * another process opens the other end. */
#ifndef RDL_RUNTIME_IO_FIFO_H
#define RDL_RUNTIME_IO_FIFO_H

#include "runtime/io/call.h"

/* Like open, for a FIFO opened for reading only or writing only, in blocking
 * mode. */
long rdl_io_open_fifo(const struct rdl_io *io, int directory, const char *path,
                      long flags);

#endif
