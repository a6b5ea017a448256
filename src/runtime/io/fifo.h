/* fifo.h - opening a named pipe, which waits until somebody opens the other
 * end: a thread of the target or another process. */
#ifndef RDL_RUNTIME_IO_FIFO_H
#define RDL_RUNTIME_IO_FIFO_H

#include "runtime/io/call.h"

/* As open, of a FIFO, for reading only or writing only, to be waited for. */
long rdl_io_open_fifo(const struct rdl_io *io, int directory, const char *path,
                      long flags);

#endif
