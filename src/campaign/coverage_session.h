/* coverage_session.h - the driver's part in the coverage memory: makes it,
 * estimates what can be covered, and sees what was.
 *
 * The first executions of a campaign are observed: their workers record the
 * events that the collector is fed, and the requirements that they make
 * possible are estimated from them (coverage/estimate/estimate.h).  Nobody else
 * runs meanwhile, so that guided strategies have their targets. */
#ifndef RDL_CAMPAIGN_COVERAGE_SESSION_H
#define RDL_CAMPAIGN_COVERAGE_SESSION_H

#include "base/shared.h"
#include "coverage/collector.h"
#include "coverage/estimate/estimate.h"
#include "util/error.h"

#include <stdbool.h>

/* Executions that a campaign observes, and events after which it is enough.
 * In the first of all it is not known yet what is shared. */
#define RDL_OBSERVED 4
#define RDL_OBSERVED_EVENTS 400000

struct rdl_coverage_session_piece { /* of memory, for the driver's own tables */
    struct rdl_coverage_session_piece *next;
    size_t size;
    char unused[48]; /* what follows is aligned to 64 */
};

struct rdl_coverage_session_fresh { /* a requirement, covered for the first time
                                     */
    uint64_t execution;
    unsigned metric;
};

struct rdl_coverage_session { /* must not move */
    int fd; /* of the memory, for the workers; -1: no coverage */
    size_t size;
    struct rdl_coverage_memory *memory;
    struct rdl_coverage coverage;
    const struct rdl_shared *worker; /* whose events are looked at */
    uint64_t most;                   /* executions to be observed */
    uint64_t observed;               /* those that were */
    uint64_t estimate_ns;            /* that estimating took */
    uint64_t events;
    bool cut;     /* one had more events than there was room for */
    bool bounded; /* one was not estimated to its end */
    bool starved; /* of one not all could be estimated for want of memory */
    rdl_estimate_stop *stop;
    void *stop_owner;
    uint32_t seen; /* how much of the log of coverage was taken */
    struct rdl_coverage_session_fresh
        *fresh; /* since the last look, in order */
    size_t n_fresh;
    size_t room;
    struct rdl_coverage_session_piece *pieces;
};

/* metrics 0: there will be no coverage.  After false, too, it is to be freed.
 */
bool rdl_coverage_session_make(struct rdl_coverage_session *o, uint32_t metrics,
                               uint32_t pairs, uint64_t most,
                               struct rdl_error *error);
/* `stop` is asked while an execution is estimated. */
void rdl_coverage_session_stop_if(struct rdl_coverage_session *o,
                                  rdl_estimate_stop *stop, void *owner);
void rdl_coverage_session_free(struct rdl_coverage_session *o);

/* Is the next execution to be observed? */
bool rdl_coverage_session_wanted(const struct rdl_coverage_session *o);
/* An observed execution is over. */
bool rdl_coverage_session_take(struct rdl_coverage_session *o,
                               struct rdl_shared *worker,
                               struct rdl_error *error);
/* More is possible than was recorded: all counts are lower bounds. */
bool rdl_coverage_session_capped(const struct rdl_coverage_session *o);
/* Takes what is new in the log into `fresh`. */
void rdl_coverage_session_look(struct rdl_coverage_session *o);
/* Nobody covers any more.  False: the target has written over it, and its
 * figures mean nothing. */
bool rdl_coverage_session_end(struct rdl_coverage_session *o);
/* A request of the worker that covers as `owner` has ended, perhaps because
 * its process was killed in the middle of something. */
void rdl_coverage_session_ended(struct rdl_coverage_session *o, uint32_t owner);

#endif
