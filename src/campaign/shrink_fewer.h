/* shrink_fewer.h - looks for the failure where leaving out does not lead.
 *
 * A schedule from which no single preemption can be left out need not have the
 * fewest: the same failure may come about in another way.  So other schedules
 * are tried: threads run in a random order, each as long as it can, but for 0,
 * 1, 2, ... preemptions, some of them those of the best one so far and some
 * anywhere (delay-bounded scheduling: Emmi, Qadeer and Rakamaric, POPL 2011,
 * here at random). */
#ifndef RDL_CAMPAIGN_SHRINK_FEWER_H
#define RDL_CAMPAIGN_SHRINK_FEWER_H

#include "campaign/shrink.h"

/* True if one with fewer preemptions was found; it is the best now. */
bool rdl_shrink_fewer(struct rdl_shrink *k);

#endif
