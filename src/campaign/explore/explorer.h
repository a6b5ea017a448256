/* explorer.h - the contract between a campaign and what decides which
 * executions it runs.
 *
 * An explorer answers one question: what does a free worker run next?  It
 * learns what came of each request, and says when it has nothing more to give.
 * The campaign numbers executions, runs them, keeps findings and coverage, and
 * knows neither strategies nor prefixes.
 *
 * The campaign promises:
 *   - open() comes first, close() last; `state` is zeroed before open() and
 *     belongs to the explorer alone;
 *   - next() is called when a worker is free and done() has said MORE; the
 *     numbers first..first+n-1 are handed out for the first time, or again
 *     because they were not run;
 *   - for each request that was begun learn() is called once, when it has
 *     ended, also if it ended early or ran nothing; with several jobs other
 *     requests may be under way, and requests end in any order;
 *   - `fresh` has each requirement once, in the learn() that comes after it was
 *     covered, whichever request covered it;
 *   - a request that is interrupted at the end of the campaign is learned too;
 *   - no two calls overlap.
 * An explorer promises:
 *   - it decides by its seed, by counts and by what it has learned, never by
 *     time: with one job the same seed gives the same campaign;
 *   - next() leaves n between 1 and what it was, or makes it 0 to wait until
 *     something is learned; it waits only while a request is under way;
 *   - of `config` it sets only strategy and plan;
 *   - a prefix stays as it is until the learn() of its request, and its request
 *     has n 1;
 *   - done() changes nothing, and what it has said other than MORE stays.
 *
 * To add one: write src/campaign/explore/<name>.c, add EXPLORER(<name>) to
 * list.h.  tests/unit/explorer.c then checks what can be checked of
 * these promises for it. */
#ifndef RDL_CAMPAIGN_EXPLORE_EXPLORER_H
#define RDL_CAMPAIGN_EXPLORE_EXPLORER_H

#include "base/shared.h"
#include "campaign/coverage_session.h"
#include "minimize/plan.h"
#include "strategy/strategy.h"
#include "util/error.h"

/* What the user asked for; borrowed during open(). */
struct rdl_explorer_setup {
    const char *strategy; /* --strategy: a valid name or RDL_AUTO */
    uint64_t seed;
    const char *first; /* --first, a directory of schedules; NULL: none */
};

struct rdl_request { /* what a worker should run */
    uint64_t first;  /* number of its first execution */
    uint64_t n;      /* executions, at most */
    struct rdl_config *config;
    /* Thread choices to begin with (strategy/script.h); after its end threads
     * run without preemptions.  NULL: the strategy in `config` decides. */
    const struct rdl_plan *prefix;
};

struct rdl_learned { /* the result of a request; borrowed during the call */
    const struct rdl_config *config; /* as next() left it */
    uint64_t from, to;               /* executions from..to-1 have ended */
    enum rdl_state state; /* of the latest execution that was begun */
    const struct rdl_shared *shared;                /* that execution */
    const struct rdl_coverage_session_fresh *fresh; /* newly covered */
    size_t n_fresh;
};

enum rdl_explored {
    RDL_EXPLORED_MORE,      /* there is more to run */
    RDL_EXPLORED_EXHAUSTED, /* every schedule has run */
    RDL_EXPLORED_SATURATED, /* more is possible, but nothing new is expected */
    RDL_EXPLORED_BUDGET,    /* the explorer's own limit is reached */
};

struct rdl_explorer {
    const char *name;
    size_t state_size;
    /* Did the user ask for this explorer? */
    bool (*takes)(const struct rdl_explorer_setup *setup);
    /* After false there is nothing to close. */
    bool (*open)(void *state, const struct rdl_explorer_setup *setup,
                 struct rdl_error *error);
    /* Adds the metrics that it needs, and their pairs. */
    void (*needs)(const void *state, uint32_t *metrics, uint32_t *pairs);
    void (*next)(void *state, struct rdl_request *request);
    void (*learn)(void *state, const struct rdl_learned *learned);
    enum rdl_explored (*done)(const void *state);
    void (*close)(void *state);
};

/* The i-th of list.h, NULL behind the last. */
const struct rdl_explorer *rdl_explorer_at(size_t i);
/* The first whose takes() is true; there is always one. */
const struct rdl_explorer *
rdl_explorer_for(const struct rdl_explorer_setup *setup);

/* A running explorer. */
struct rdl_exploration {
    const struct rdl_explorer *explorer;
    void *state;
};

bool rdl_exploration_open(struct rdl_exploration *e,
                          const struct rdl_explorer *explorer,
                          const struct rdl_explorer_setup *setup,
                          struct rdl_error *error);
/* Does nothing if it was not opened. */
void rdl_exploration_close(struct rdl_exploration *e);
/* Calls next() and prepares `config` and `shared`, the worker's memory.  False
 * if there is nothing to run now. */
bool rdl_exploration_next(struct rdl_exploration *e,
                          struct rdl_request *request,
                          struct rdl_shared *shared);

/* --- For explorers that give strategies -----------------------------------
 */

/* Adds the metrics that guide a strategy, and their pairs. */
void rdl_explorer_need(const struct rdl_strategy *s, uint32_t *metrics,
                       uint32_t *pairs);
/* The strategy of a request's first execution, with or without a plan. */
const struct rdl_strategy *
rdl_explorer_strategy(const struct rdl_config *config);
/* Reduces `config` to its first execution. */
void rdl_explorer_one(struct rdl_config *config);

#endif
