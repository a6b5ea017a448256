/* postmortem.h - findings that the driver makes itself, because the target was
 * killed and could not report them. */
#ifndef RDL_EXEC_POSTMORTEM_H
#define RDL_EXEC_POSTMORTEM_H

#include "base/shared.h"

struct rdl_run_result;

/* Sets ran->state from the settled memory and from how the process ended.
 * Leaves a finding in shared->finding, as the runtime does. */
void rdl_postmortem(struct rdl_shared *shared, struct rdl_run_result *ran);

/* The place of the latest recorded step; 0: there is none. */
uintptr_t rdl_postmortem_latest(struct rdl_shared *shared);

#endif
