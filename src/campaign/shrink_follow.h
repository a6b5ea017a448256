/* shrink_follow.h - leaves out preemptions, and looks for the others where they
 * belong.
 *
 * shrink.c leaves one out and keeps the rest at the numbers of steps at which
 * they came.  Often a thread comes to the same code after more steps then, or
 * fewer (a loop over what others have left), and nothing but that lets the
 * failure vanish.  So what is kept is made one after the other, in an execution
 * each, and the next one is looked for by its code in what came of the one
 * before. */
#ifndef RDL_CAMPAIGN_SHRINK_FOLLOW_H
#define RDL_CAMPAIGN_SHRINK_FOLLOW_H

#include "campaign/shrink.h"

/* True if a smaller one was found; it is the best now. */
bool rdl_shrink_follow(struct rdl_shrink *k);

#endif
