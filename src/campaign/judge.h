/* judge.h - findings of the driver's own: what the target could not say any
 * more, because it was killed. */
#ifndef RDL_CAMPAIGN_JUDGE_H
#define RDL_CAMPAIGN_JUDGE_H

#include "base/shared.h"

struct rdl_ran;

/* Sets ran->state from the settled memory and from how the process ended.  A
 * finding is left in shared->finding, like the runtime's. */
void rdl_judge(struct rdl_shared *shared, struct rdl_ran *ran);

/* The place of the latest step on record; 0: there is none. */
uintptr_t rdl_judge_latest(struct rdl_shared *shared);

#endif
