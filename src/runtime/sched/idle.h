/* idle.h - nobody can step, or nobody does anything but spin. */
#ifndef RDL_RUNTIME_SCHED_IDLE_H
#define RDL_RUNTIME_SCHED_IDLE_H

#include <stdbool.h>

/* Nobody can step.  False: nothing can ever happen again. */
bool rdl_idle_happen(void);
/* Does each thread that was left out spin? */
bool rdl_idle_all_spin(void);
/* Nobody does anything but spin: lets something change, if it can. */
void rdl_idle_change(void);

#endif
