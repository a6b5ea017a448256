/* needs.h - a function that signals need from a room above. */
#ifndef RDL_RUNTIME_SIGNALS_NEEDS_H
#define RDL_RUNTIME_SIGNALS_NEEDS_H

#include <signal.h>
#include <stdbool.h>

/* io/signal_fd.c: delivers a signal that all threads block to a signal
 * descriptor, if there is one.  Called when a signal is queued; there is one
 * implementation. */
bool rdl_signals_to_descriptor(const siginfo_t *info);

#endif
