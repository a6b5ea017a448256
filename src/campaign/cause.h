/* cause.h - from a shrunk failure to the operations whose order decides.
 *
 * Of two operations of different threads on the same bytes or object, one of
 * which writes, the order is turned round: the thread of the first is held back
 * until the other has done the second (strategy/script.h).  If the program then
 * passes, that order is part of the cause. */
#ifndef RDL_CAMPAIGN_CAUSE_H
#define RDL_CAMPAIGN_CAUSE_H

#include "base/cause.h"
#include "campaign/shrink.h"

/* After rdl_shrink(), before rdl_shrink_take(). */
void rdl_cause(struct rdl_shrink *k, struct rdl_cause *out);

#endif
