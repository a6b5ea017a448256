/* shrink_give.h - gives turns elsewhere, as long as that saves preemptions or
 * switches: what Jalbert and Sen (A trace simplification technique for
 * effective debugging of concurrent programs, FSE 2010) do by moving segments.
 */
#ifndef RDL_CAMPAIGN_SHRINK_GIVE_H
#define RDL_CAMPAIGN_SHRINK_GIVE_H

#include "campaign/shrink.h"

/* True if a smaller one was found; it is the best now. */
bool rdl_shrink_give(struct rdl_shrink *k);

#endif
