/* totals.h - sums over the executions of a session. */
#ifndef RDL_CAMPAIGN_TOTALS_H
#define RDL_CAMPAIGN_TOTALS_H

#include "base/shared.h"

struct rdl_totals {
    uint64_t executions;
    uint64_t steps;
    uint64_t cut;        /* executions that reached max_steps */
    uint64_t lost;       /* killed from outside: verify nothing */
    uint64_t met;        /* executions that had a finding */
    uint64_t suppressed; /* had one that the user suppresses */
    /* How long an execution ran that --time interrupted; 0: none did. */
    uint64_t unfinished_ns;
    uint64_t longest; /* most decisions of an execution that was not overlong */
    uint64_t accesses;
    uint64_t covered; /* requirements of the user's metrics, of all sessions */
    uint32_t threads; /* most threads of an execution */
    uint32_t most_enabled; /* at one moment */
    bool deterministic;    /* no repeated execution differed */
    uint64_t compared;     /* repetitions */
    uint64_t first_hash;   /* event hash of the session's first execution */
};

/* Adds a request that has ended. */
static inline void rdl_totals_add(struct rdl_totals *t,
                                  const struct rdl_tally *tally)
{
    t->executions += tally->executions;
    t->steps += tally->steps;
    t->accesses += tally->accesses;
    t->cut += tally->cut;
    if (tally->longest > t->longest)
        t->longest = tally->longest;
    if (tally->threads > t->threads)
        t->threads = tally->threads;
    if (tally->most_enabled > t->most_enabled)
        t->most_enabled = tally->most_enabled;
}

#endif
