/* claim.h - what an exploration of every interleaving allows raddle to say.
 * "Complete" needs that every interleaving was run, and that raddle saw and
 * controlled everything in them. */
#ifndef RDL_CAMPAIGN_CLAIM_H
#define RDL_CAMPAIGN_CLAIM_H

#include "campaign/campaign.h"
#include "explore/reach.h"

struct rdl_claim {
    bool explores; /* the campaign explores: the rest is valid */
    bool complete;
    /* All within the bound was explored: not a proof. */
    bool within;
    enum rdl_explore_bound bound;
    uint32_t most;        /* of what the bound counts */
    uint32_t spurious;    /* wake-ups of each thread */
    uint32_t weak;        /* failures without reason of each thread */
    uint32_t allocations; /* that fail, of each thread */
    bool stopped; /* before the end, by a finding, the budget or the user */
    const struct rdl_reach *reach;
};

/* Does something that happened in this session forbid to say "complete"? */
bool rdl_claim_limited(const struct rdl_campaign *c);
struct rdl_claim rdl_claim_of(const struct rdl_campaign *c);
/* What the bound counts: "preemptions", of one "preemption"; NULL: it has none.
 */
const char *rdl_claim_unit(enum rdl_explore_bound bound, uint32_t n);

/* The reasons why it is not complete, but for having been stopped. */
struct rdl_claim_reason {
    const char *kind; /* stable, for programs */
    char text[768];
    char location[256]; /* "" if it has none */
};
/* The i-th; false after the last. */
bool rdl_claim_reason(const struct rdl_campaign *c, size_t i,
                      struct rdl_claim_reason *reason);
/* All of it as a sentence, without the counts; the caller frees it. */
char *rdl_claim_why(const struct rdl_campaign *c);

#endif
