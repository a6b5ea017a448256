/* new_threads.h - which threads at their first event are new since the latest
 * decision.
 *
 * A tid is used again after the end of a thread, and the strategy may not have
 * seen that end: forced steps are not decisions.  A thread that waits for its
 * first step is enabled, so no other thread's step is forced meanwhile.  Hence
 * a thread at its start is the same as at the latest decision only if it waited
 * there and one step was taken since. */
#ifndef RDL_STRATEGY_LIB_NEW_THREADS_H
#define RDL_STRATEGY_LIB_NEW_THREADS_H

#include "strategy/strategy.h"

struct rdl_new_threads { /* of one execution; zeroed before it */
    uint64_t steps;      /* c->steps at the latest decision */
    bool forced; /* steps that were not decisions came before this one */
    bool waits[RDL_MAX_THREADS]; /* it was at its start */
};

/* Call at each decision, before asking about its threads. */
static inline void rdl_new_threads_decide(struct rdl_new_threads *n,
                                          const struct rdl_choice *c)
{
    n->forced = c->steps != n->steps + 1;
    n->steps = c->steps;
}

/* Is `t` new?  Call once for each enabled thread of a decision. */
static inline bool rdl_new_threads_is(struct rdl_new_threads *n,
                                      const struct rdl_choice *c, rdl_tid t)
{
    const bool starts = c->pending[t].op == RDL_OP_START;
    const bool waited = n->waits[t] && !n->forced;

    n->waits[t] = starts;
    return starts && !waited;
}

/* For strategies that forget a thread with each step it takes, so that only an
 * end that they did not see matters: were there forced steps since the latest
 * decision?  Then every enabled thread at its start is new.  `steps` is the
 * strategy's, 0 at first. */
static inline bool rdl_new_threads_unseen(uint64_t *steps,
                                          const struct rdl_choice *c)
{
    const bool forced = c->steps != *steps + 1;

    *steps = c->steps;
    return forced;
}

#endif
