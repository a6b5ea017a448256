/* idle.h - what the scheduler does when no thread can step, or all spin. */
#ifndef RDL_RUNTIME_SCHED_IDLE_H
#define RDL_RUNTIME_SCHED_IDLE_H

#include <stdbool.h>

/* No thread can step: lets something happen.  False: nothing can ever happen
 * again. */
bool rdl_idle_happen(void);
/* Does a thread wait for something that another process may still do? */
bool rdl_idle_outside(void);
/* Does every thread that was left out spin? */
bool rdl_idle_all_spin(void);
/* All threads only spin: lets something change, if it can. */
void rdl_idle_change(void);

#endif
