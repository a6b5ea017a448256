/* totals.h - sums over the executions of a session. */
#ifndef RDL_CAMPAIGN_TOTALS_H
#define RDL_CAMPAIGN_TOTALS_H

#include "base/shared.h"
#include "campaign/difference.h"

#include <string.h>

struct rdl_totals {
    uint64_t executions;
    uint64_t steps;
    uint64_t cut;     /* executions that reached max_steps or --timeout */
    uint64_t late;    /* of these, those that reached --timeout */
    uint64_t handled; /* had a failure that a handler of the target handled, and
                         that is not a finding */
    /* By detector: would have reported, but the user disabled it. */
    uint64_t disabled[RDL_MAX_DETECTORS];
    uint64_t lost;       /* killed from outside: verify nothing */
    uint64_t met;        /* executions that had a finding */
    uint64_t suppressed; /* had one that the user suppresses */
    /* How long an execution ran that --time interrupted; 0: none did. */
    uint64_t unfinished_ns;
    uint64_t longest; /* most decisions of an execution that was not overlong */
    uint64_t accesses;
    uint64_t restored_pages, restored_bytes; /* by rewinds */
    uint64_t covered; /* requirements of the user's metrics, of all sessions */
    uint32_t threads; /* most threads of an execution */
    uint32_t most_enabled;            /* at one moment */
    bool deterministic;               /* no repeated execution differed */
    struct rdl_difference difference; /* of the first that did */
    uint64_t compared;                /* repetitions */
    uint64_t first_hash; /* event hash of the session's first execution */
};

/* Adds a request that has ended. */
static inline void rdl_totals_add(struct rdl_totals *t,
                                  const struct rdl_tally *tally)
{
    t->executions += tally->executions;
    t->steps += tally->steps;
    t->accesses += tally->accesses;
    t->cut += tally->cut;
    t->late += tally->late;
    t->handled += tally->handled;
    t->restored_pages += tally->restored_pages;
    t->restored_bytes += tally->restored_bytes;
    for (unsigned i = 0; i < RDL_MAX_DETECTORS; i++)
        t->disabled[i] += tally->disabled[i];
    if (tally->longest > t->longest)
        t->longest = tally->longest;
    if (tally->threads > t->threads)
        t->threads = tally->threads;
    if (tally->most_enabled > t->most_enabled)
        t->most_enabled = tally->most_enabled;
}

/* Adds those of an earlier session.  What is covered includes it already. */
static inline void rdl_totals_merge(struct rdl_totals *t,
                                    const struct rdl_totals *earlier)
{
    struct rdl_tally counted = {
        .executions = earlier->executions,
        .steps = earlier->steps,
        .accesses = earlier->accesses,
        .cut = earlier->cut,
        .late = earlier->late,
        .handled = earlier->handled,
        .longest = earlier->longest,
        .threads = earlier->threads,
        .most_enabled = earlier->most_enabled,
    };

    memcpy(counted.disabled, earlier->disabled, sizeof(counted.disabled));
    rdl_totals_add(t, &counted);
    t->lost += earlier->lost;
    t->met += earlier->met;
    t->suppressed += earlier->suppressed;
    if (earlier->unfinished_ns > t->unfinished_ns)
        t->unfinished_ns = earlier->unfinished_ns;
    t->compared += earlier->compared;
    if (!earlier->deterministic)
        t->difference = earlier->difference;
    t->deterministic = t->deterministic && earlier->deterministic;
    t->first_hash = earlier->first_hash;
}

#endif
