/* coverage_session.h - the driver's part of the coverage memory: it makes the
 * memory, estimates what can be covered, and sees what was covered.
 *
 * The campaign observes its first executions: their workers record the events
 * that count (runtime/observe/coverage.h), and raddle estimates from them which
 * requirements are possible (coverage/estimate/estimate.h).  No other job runs
 * meanwhile, so that guided strategies have their targets. */
#ifndef RDL_CAMPAIGN_COVERAGE_COVERAGE_SESSION_H
#define RDL_CAMPAIGN_COVERAGE_COVERAGE_SESSION_H

#include "base/shared.h"
#include "coverage/collector.h"
#include "coverage/estimate/estimate.h"
#include "util/error.h"

#include <stdbool.h>

/* Executions that a campaign observes, and events and summaries
 * (rdl_estimate_summaries) after which it stops observing.  An access to a
 * large block is one event and makes a summary for every 8 bytes.  ISSTA 2012
 * observes one execution, the thesis ten (5.4.4). */
#define RDL_OBSERVED 10
#define RDL_MOST_OBSERVED 1000000
#define RDL_OBSERVED_EVENTS 400000
#define RDL_OBSERVED_SUMMARIES 1000000
/* A process that ends in a way that the runtime cannot see leaves nothing to
 * estimate from.  Another execution is then observed in its place, until this
 * number of times as many as wanted were tried. */
#define RDL_OBSERVED_TRIES 4

struct rdl_coverage_session_piece { /* of memory, for the driver's own tables */
    struct rdl_coverage_session_piece *next;
    size_t size;
    char unused[48]; /* keeps what follows aligned to 64 */
};

struct rdl_coverage_session_fresh { /* a requirement, covered for the first time
                                     */
    uint64_t execution;
    unsigned metric;
};

struct rdl_coverage_session { /* must not move */
    int fd; /* of the memory, for the workers; -1: no coverage */
    struct rdl_coverage_limits limits; /* of the memory */
    size_t size;
    struct rdl_coverage_memory *memory;
    struct rdl_coverage coverage;
    /* The worker whose events are being estimated. */
    const struct rdl_shared *worker;
    uint64_t most;              /* executions to observe */
    uint64_t tried;             /* executions that were to be observed so far */
    uint64_t observed;          /* those that an estimate was made from */
    uint64_t estimate_ns;       /* time spent on estimating */
    uint64_t events, summaries; /* of the observed ones */
    bool cut;     /* one had more events than there was room for */
    bool bounded; /* the estimate of one was stopped early */
    bool starved; /* memory did not suffice to estimate all of one */
    rdl_estimate_stop *stop;
    void *stop_owner;
    uint32_t silent; /* metrics that `fresh` leaves out */
    uint32_t seen;   /* how far the log of coverage was read */
    struct rdl_coverage_session_fresh
        *fresh; /* newly covered since the last look, in order */
    size_t n_fresh;
    size_t room;
    struct rdl_coverage_session_piece *pieces;
};

/* metrics 0: without coverage.  The caller frees it after false too. */
bool rdl_coverage_session_make(struct rdl_coverage_session *o, uint32_t metrics,
                               uint32_t pairs, uint32_t jobs, uint64_t most,
                               struct rdl_error *error);
/* The session calls `stop` while it estimates an execution. */
void rdl_coverage_session_stop_if(struct rdl_coverage_session *o,
                                  rdl_estimate_stop *stop, void *owner);
void rdl_coverage_session_free(struct rdl_coverage_session *o);

/* Should the next execution be observed? */
bool rdl_coverage_session_wanted(const struct rdl_coverage_session *o);
/* Takes an observed execution that has ended. */
bool rdl_coverage_session_take(struct rdl_coverage_session *o,
                               struct rdl_shared *worker,
                               struct rdl_error *error);
/* There was not enough room to record everything: all counts are lower bounds.
 */
bool rdl_coverage_session_capped(const struct rdl_coverage_session *o);
/* Reads what is new in the log into `fresh`. */
void rdl_coverage_session_look(struct rdl_coverage_session *o);
/* Call it when no worker covers any more.  False: the target has overwritten
 * the memory, and its figures are invalid. */
bool rdl_coverage_session_end(struct rdl_coverage_session *o);
/* A request of the worker that covers as `owner` has ended, perhaps because its
 * process was killed in the middle of an update.  Of its executions those from
 * `from` to the one before `to` count. */
void rdl_coverage_session_ended(struct rdl_coverage_session *o, uint32_t owner,
                                uint64_t from, uint64_t to);
/* The last of these ended with a finding. */
void rdl_coverage_session_failed(struct rdl_coverage_session *o, uint32_t owner,
                                 uint64_t execution);

#endif
