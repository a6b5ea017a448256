/* needs.h - what signals need of a room above them. */
#ifndef RDL_RUNTIME_SIGNALS_NEEDS_H
#define RDL_RUNTIME_SIGNALS_NEEDS_H

#include <signal.h>
#include <stdbool.h>

/* io/signal_fd.c: a signal that everybody blocks is read from a descriptor, if
 * one is there for it.  Asked as a signal is queued, which only one can answer.
 */
bool rdl_signals_to_descriptor(const siginfo_t *info);

#endif
