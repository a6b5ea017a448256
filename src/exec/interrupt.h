/* interrupt.h - Ctrl-C ends a campaign, not the driver.
 *
 * SIGINT, SIGTERM and SIGHUP are blocked and read from a descriptor, so they
 * are noticed where the driver waits and nowhere else: no half-written file,
 * no handler. */
#ifndef RDL_EXEC_INTERRUPT_H
#define RDL_EXEC_INTERRUPT_H

#include "util/error.h"

#include <signal.h>
#include <stdbool.h>

/* From now on.  Called once. */
bool rdl_interrupt_take(struct rdl_error *error);
/* Readable when one has come. */
int rdl_interrupt_fd(void);
/* Has one come?  Stays true. */
bool rdl_interrupted(void);
/* While only words are made: one ends the driver itself, at once; also one
 * that came and was not noticed.  Or no longer. */
void rdl_interrupt_at_once(bool yes);
/* In a forked child: the mask as the user gave it. */
void rdl_interrupt_child(void);

#endif
