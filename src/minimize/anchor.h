/* anchor.h - leaves out preemptions, and looks for the others where they
 * belong.
 *
 * minimize.c leaves one out and keeps the rest at the numbers of steps at which
 * they came.  Often a thread comes to the same code after more steps then, or
 * fewer (a loop over what others have left), and nothing but that lets the
 * failure vanish.  So what is kept is made one after the other, in an execution
 * each, and the next one is looked for by its code in what came of the one
 * before. */
#ifndef RDL_MINIMIZE_ANCHOR_H
#define RDL_MINIMIZE_ANCHOR_H

#include "minimize/minimize.h"

/* True if a smaller one was found; it is the best now. */
bool rdl_minimize_anchor(struct rdl_minimize *k);

#endif
