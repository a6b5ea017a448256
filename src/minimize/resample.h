/* resample.h - finds the same failure again and shrinks it once more.
 *
 * The number of preemptions that cannot be left out depends on the original
 * execution: some lead to two of them and others to ten, in whatever order they
 * are left out.  So raddle looks for other executions with the same failure, by
 * random priorities (strategy pct), which preempt seldom.  It shrinks each by
 * leaving out, and the smallest result stays. */
#ifndef RDL_MINIMIZE_RESAMPLE_H
#define RDL_MINIMIZE_RESAMPLE_H

#include "minimize/minimize.h"

/* True if it found a smaller one, which is the best now. */
bool rdl_minimize_resample(struct rdl_minimize *k);
/* The same before anything is left out, if leaving out would take too long. */
bool rdl_minimize_instead(struct rdl_minimize *k);

#endif
