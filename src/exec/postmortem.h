/* postmortem.h - findings of the driver's own: what the target could not say
 * any more, because it was killed. */
#ifndef RDL_EXEC_POSTMORTEM_H
#define RDL_EXEC_POSTMORTEM_H

#include "base/shared.h"

struct rdl_run_result;

/* Sets ran->state from the settled memory and from how the process ended.  A
 * finding is left in shared->finding, like the runtime's. */
void rdl_postmortem(struct rdl_shared *shared, struct rdl_run_result *ran);

/* The place of the latest step on record; 0: there is none. */
uintptr_t rdl_postmortem_latest(struct rdl_shared *shared);

#endif
