/* anchor.h - leaves out preemptions, and finds the others by their code.
 *
 * minimize.c leaves one out and leaves the rest at the same numbers of steps.
 * But often a thread then reaches the same code after more or fewer steps (a
 * loop over what others have left), and only for that reason the failure
 * vanishes.  So here the remaining preemptions are made one after the other,
 * with one execution for each.  The next one is found by its code in the
 * execution before. */
#ifndef RDL_MINIMIZE_ANCHOR_H
#define RDL_MINIMIZE_ANCHOR_H

#include "minimize/minimize.h"

/* True if it found a smaller one, which is the best now. */
bool rdl_minimize_anchor(struct rdl_minimize *k);

#endif
