/* explain.h - from a shrunk failure to facts about the operations whose order
 * decides.
 *
 * Of two operations of different threads on the same bytes or object, one of
 * which writes, the order is turned round: the thread of the first is held back
 * until the other has done the second (strategy/script.h).  If the program then
 * passes, that order is part of the explanation. */
#ifndef RDL_EXPLAIN_EXPLAIN_H
#define RDL_EXPLAIN_EXPLAIN_H

#include "explain/facts/explanation.h"
#include "minimize/minimize.h"

/* After rdl_minimize(), before rdl_minimize_take().  Labels are empty. */
void rdl_explain(struct rdl_minimize *k, struct rdl_explanation *out);

#endif
