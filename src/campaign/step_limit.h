/* step_limit.h - how many steps an execution may take, and when a campaign in
 * which every execution reaches that limit ends.
 *
 * A correct program may need more steps than the default limit, for instance
 * one that spins a million times before it waits.  If more than half of the
 * first executions are cut, the limit grows once; a limit that the user gave
 * stays.  If every execution with the last limit is cut, and they cover nothing
 * new, more of them would say the same: the campaign ends, unless the user gave
 * it a budget.  So does one whose executions are so long that it would never
 * see coverage saturated, after many steps that cover nothing new.  Everything
 * here counts executions and steps, so the same results give the same
 * decisions. */
#ifndef RDL_CAMPAIGN_STEP_LIMIT_H
#define RDL_CAMPAIGN_STEP_LIMIT_H

#include "campaign/explore/explorer.h"

struct rdl_step_limit {
    uint64_t steps; /* the limit of executions that begin now */
    uint64_t most;  /* it may grow to this */
    bool ends;      /* the campaign may end early */
    bool covers;    /* it ends when coverage is saturated */
    uint64_t first; /* the limit before it grew; 0: it has not grown */
    /* Executions with this limit; how many were cut; of these, the ones that
     * reached --timeout first; how many have ended since one covered something
     * new. */
    uint64_t tried, cut, late, still;
    uint64_t still_steps; /* of those that have ended since */
};

/* `grows`: the user has not given a limit. */
void rdl_step_limit_make(struct rdl_step_limit *l, uint64_t steps, bool grows,
                         bool ends, bool covers);
/* A request has ended. */
void rdl_step_limit_learn(struct rdl_step_limit *l,
                          const struct rdl_learned *learned);
/* Would more executions be cut like those before? */
bool rdl_step_limit_hopeless(const struct rdl_step_limit *l);
/* Have long executions covered nothing new for long? */
bool rdl_step_limit_enough(const struct rdl_step_limit *l);
/* Of `cut` executions of the campaign that reached a limit of steps: those that
 * reached the first one, before it grew. */
uint64_t rdl_step_limit_first(const struct rdl_step_limit *l, uint64_t cut);

#endif
