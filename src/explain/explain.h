/* explain.h - from a shrunk failure to facts about the operations whose order
 * decides.
 *
 * Two operations of different threads conflict if they touch the same bytes or
 * object and one of them writes.  The search reverses their order: it holds the
 * thread of the first back until the other thread has done the second
 * (strategy/script.h).  If the program then passes, that order is part of the
 * explanation. */
#ifndef RDL_EXPLAIN_EXPLAIN_H
#define RDL_EXPLAIN_EXPLAIN_H

#include "explain/facts/explanation.h"
#include "minimize/minimize.h"

/* Call it after rdl_minimize(), before rdl_minimize_take().  `places` tells
 * lines apart.  Labels in `out` are empty. */
void rdl_explain(struct rdl_minimize *k,
                 const struct rdl_capture_places *places,
                 struct rdl_explanation *out);

#endif
