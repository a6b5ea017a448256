/* resample.h - the same failure, found and shrunk once more.
 *
 * What is left when no single preemption can be missed depends on the execution
 * that it came from: some lead to two of them and others to ten, in whatever
 * order they are left out.  So other executions with the same failure are
 * looked for, by random priorities (strategy pct), which preempt seldom; each
 * one is shrunk by leaving out, and the smallest outcome stays. */
#ifndef RDL_MINIMIZE_RESAMPLE_H
#define RDL_MINIMIZE_RESAMPLE_H

#include "minimize/minimize.h"

/* True if a smaller one was found; it is the best now. */
bool rdl_minimize_resample(struct rdl_minimize *k);
/* The same before anything is left out, where that would take too long. */
bool rdl_minimize_instead(struct rdl_minimize *k);

#endif
