/* move.h - gives turns elsewhere, as long as that saves preemptions or
 * switches: what Jalbert and Sen (A trace simplification technique for
 * effective debugging of concurrent programs, FSE 2010) do by moving segments.
 */
#ifndef RDL_MINIMIZE_MOVE_H
#define RDL_MINIMIZE_MOVE_H

#include "minimize/minimize.h"

/* True if a smaller one was found; it is the best now. */
bool rdl_minimize_move(struct rdl_minimize *k);

#endif
