/* workers.h - the workers of a campaign, one for each job, and their common
 * isolation. */
#ifndef RDL_CAMPAIGN_WORKERS_H
#define RDL_CAMPAIGN_WORKERS_H

#include "exec/worker.h"

#define RDL_MOST_JOBS 64

struct rdl_job { /* a worker and its part of the campaign */
    struct rdl_worker worker;
    struct rdl_config config; /* of its latest request */
    uint64_t next, end;       /* executions that it has taken and not yet run */
    size_t witness; /* its latest request is for it (predict/foresight.h); or 0
                     */
};

struct rdl_workers {
    size_t n;
    struct rdl_job *jobs; /* owned */
    /* Whose request ended last; at first, the first worker. */
    struct rdl_worker *latest;
    /* Replays findings in a new process (findings/pipeline.h); owned, NULL
     * until needed. */
    struct rdl_worker *fresh;
    const struct rdl_isolation *isolation; /* of future requests */
    char fell[160]; /* why it is not the requested one; "" if it is */
    /* From now on only the first job runs: struct rdl_external_name. */
    bool alone;
    bool restarted;         /* a worker died, and raddle has reported it */
    unsigned started_again; /* processes that ended before main */
};

/* `options` has no mark: each worker gets its own.  Takes over `input`.  The
 * caller frees the workers after false too. */
bool rdl_workers_make(struct rdl_workers *w, size_t n,
                      const struct rdl_worker_options *options,
                      const struct rdl_stdin *input, struct rdl_error *error);
void rdl_workers_free(struct rdl_workers *w);
/* Is a request running? */
bool rdl_workers_busy(const struct rdl_workers *w);
/* Tells all workers not to begin another execution. */
void rdl_workers_stop(struct rdl_workers *w);
/* Adds what the running requests have done so far. */
void rdl_workers_count(const struct rdl_workers *w, uint64_t *executions,
                       uint64_t *steps);

#endif
