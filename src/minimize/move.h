/* move.h - gives turns to other threads, while that saves preemptions or
 * switches.  Jalbert and Sen (A trace simplification technique for effective
 * debugging of concurrent programs, FSE 2010) do it by moving segments. */
#ifndef RDL_MINIMIZE_MOVE_H
#define RDL_MINIMIZE_MOVE_H

#include "minimize/minimize.h"

/* True if it found a smaller one, which is the best now. */
bool rdl_minimize_move(struct rdl_minimize *k);

#endif
