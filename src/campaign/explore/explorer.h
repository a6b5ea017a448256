/* explorer.h - the contract between a campaign and the part that decides which
 * executions it runs.
 *
 * An explorer answers one question: what does a free worker run next?  It
 * learns the result of each request, and reports when it has nothing more to
 * run.  The campaign numbers executions, runs them and stores findings and
 * coverage; it knows neither strategies nor prefixes.
 *
 * The campaign promises:
 *   - it calls open() first and close() last; `state` is zeroed before open()
 *     and belongs to the explorer alone;
 *   - it calls next() when a worker is free and done() has returned MORE; the
 *     numbers first..first+n-1 are new, or were handed out before and not run;
 *   - it calls learn() once for each request that was begun, when it has ended,
 *     also if it ended early or ran nothing; with several jobs other requests
 *     may be running, and requests end in any order;
 *   - `fresh` has each requirement once, in the first learn() after it was
 *     covered, whichever request covered it;
 *   - it calls learn() also for a request that the end of the campaign
 *     interrupts;
 *   - no two calls overlap.
 * An explorer promises:
 *   - it decides by its seed, by counts and by what it has learned, never by
 *     time: with one job the same seed gives the same campaign;
 *   - next() leaves n between 1 and its old value, or sets it to 0 to wait
 *     until learn(); it waits only while a request is running;
 *   - it sets only strategy and plan of `config`;
 *   - a prefix does not change until the learn() of its request, and its
 *     request has n 1;
 *   - done() changes nothing; once it has returned something other than MORE it
 *     always returns that.
 *
 * To add one: write src/campaign/explore/<name>.c, add EXPLORER(<name>) to
 * list.h. tests/unit/explorer.c then checks those of these promises that a test
 * can check. */
#ifndef RDL_CAMPAIGN_EXPLORE_EXPLORER_H
#define RDL_CAMPAIGN_EXPLORE_EXPLORER_H

#include "base/shared.h"
#include "campaign/coverage/coverage_session.h"
#include "campaign/predict/predictions.h"
#include "minimize/plan.h"
#include "strategy/strategy.h"
#include "util/error.h"
#include "util/note_sink.h"

struct rdl_reach;

/* What the user asked for; borrowed during open(). */
struct rdl_explorer_setup {
    const char *strategy; /* --strategy: a valid name or RDL_AUTO */
    uint64_t seed;
    const char *first; /* --first, a directory of schedules; NULL: none */
    /* --confirm: what to aim at, valid until close(); NULL: not given. */
    const struct rdl_predictions *confirm;
    /* raddle regress: half of the executions of RDL_AUTO aim at what a change
     * made possible.  Its first executions are those of raddle test, so that
     * what they show of two builds can be compared. */
    bool changed;
    uint64_t identity; /* hash of all that decides what an execution does */
    bool keep_going;   /* after a finding */
    unsigned jobs;     /* workers */
    bool bounded;      /* an exploration with a bound */
    /* What the user should know and what does not end the campaign; `add` is
     * NULL where nobody listens. */
    struct rdl_note_sink notes;
};

struct rdl_request { /* what a worker should run */
    uint64_t first;  /* number of its first execution */
    uint64_t n;      /* executions, at most */
    struct rdl_config *config;
    /* Kinds of predictions that a strategy can aim at: 1 << RDL_AIM_... */
    unsigned aims;
    /* Thread choices to begin with (strategy/script.h); after its end threads
     * run without preemptions.  NULL: the strategy in `config` decides. */
    const struct rdl_plan *prefix;
    struct rdl_shared *shared; /* of the worker */
};

struct rdl_learned { /* the result of a request; borrowed during the call */
    const struct rdl_config *config; /* as next() left it */
    uint64_t from, to;               /* executions from..to-1 have ended */
    enum rdl_state state; /* of the latest execution that was begun */
    const struct rdl_shared *shared;                /* that execution */
    const struct rdl_coverage_session_fresh *fresh; /* newly covered */
    size_t n_fresh;
};

/* The number of such executions. */
#define RDL_EXPLORER_ALIKE 16

enum rdl_explored {
    RDL_EXPLORED_MORE,      /* there is more to run */
    RDL_EXPLORED_EXHAUSTED, /* every schedule has run */
    RDL_EXPLORED_SATURATED, /* more is possible, but nothing new is expected */
    RDL_EXPLORED_BUDGET,    /* the explorer's own limit is reached */
};

struct rdl_explorer {
    const char *name;
    size_t state_size;
    /* The campaign may run witnesses of what executions show to be possible
     * (predict/foresight.h) between its requests; it does not learn() those. */
    bool foresees;
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
    /* Where it is, as bytes for a later session; they stay until the next call.
     * *size 0: that begins anew.  Or NULL. */
    const void *(*save)(const void *state, size_t *size);
    /* Goes on there; before the first next().  Or NULL, as save is. */
    void (*resume)(void *state, const void *bytes, size_t size);
    /* What its exploration of every interleaving has come to.  Or NULL. */
    const struct rdl_reach *(*reach)(const void *state);
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
    uint64_t saved_at; /* executions, as its image was stored */
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

/* Prepares them for request->prefix. */
void rdl_exploration_follow(const struct rdl_request *request,
                            struct rdl_shared *shared);

/* What its exploration of every interleaving has come to.  NULL: it is none. */
const struct rdl_reach *rdl_explorer_reach_of(const struct rdl_exploration *e);

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
