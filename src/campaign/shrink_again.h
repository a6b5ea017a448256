/* shrink_again.h - the same failure, found and shrunk once more.
 *
 * What is left when no single preemption can be missed depends on the execution
 * that it came from: some lead to two of them and others to ten, in whatever
 * order they are left out.  So other executions with the same failure are
 * looked for, by random priorities (strategy pct), which preempt seldom; each
 * one is shrunk by leaving out, and the smallest outcome stays. */
#ifndef RDL_CAMPAIGN_SHRINK_AGAIN_H
#define RDL_CAMPAIGN_SHRINK_AGAIN_H

#include "campaign/shrink.h"

/* True if a smaller one was found; it is the best now. */
bool rdl_shrink_again(struct rdl_shrink *k);
/* The same before anything is left out, where that would take too long. */
bool rdl_shrink_instead(struct rdl_shrink *k);

#endif
