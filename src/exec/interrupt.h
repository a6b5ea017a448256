/* interrupt.h - Ctrl-C ends a campaign, not the driver.
 *
 * SIGINT, SIGTERM and SIGHUP are blocked and read from a descriptor.  So the
 * driver notices them only where it waits: there is no handler, and no file is
 * left half-written. */
#ifndef RDL_EXEC_INTERRUPT_H
#define RDL_EXEC_INTERRUPT_H

#include "util/error.h"

#include <signal.h>
#include <stdbool.h>

/* Blocks the signals from now on.  Call it once. */
bool rdl_interrupt_take(struct rdl_error *error);
/* Readable after a signal. */
int rdl_interrupt_fd(void);
/* Was there a signal?  Stays true. */
bool rdl_interrupted(void);
/* yes: while the driver only makes text, a signal ends the driver at once, also
 * one that arrived unnoticed before.  no: back to the descriptor. */
void rdl_interrupt_at_once(bool yes);
/* In a forked child: restores the signal mask that the user gave raddle. */
void rdl_interrupt_child(void);

#endif
