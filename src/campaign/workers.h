/* workers.h - the workers of a campaign: a job each, and the isolation that
 * they share. */
#ifndef RDL_CAMPAIGN_WORKERS_H
#define RDL_CAMPAIGN_WORKERS_H

#include "exec/worker.h"

#define RDL_MOST_JOBS 64

struct rdl_job { /* a worker and its part of the campaign */
    struct rdl_worker worker;
    struct rdl_config config; /* of its latest request */
    uint64_t next, end;       /* executions that it has taken, and not run */
};

struct rdl_workers {
    size_t n;
    struct rdl_job *jobs;      /* owned */
    struct rdl_worker *latest; /* whose request ended last; first, the first */
    /* Replays findings in a new process (finding_pipeline.h); owned, NULL until
     * it is needed. */
    struct rdl_worker *fresh;
    const struct rdl_isolation *isolation; /* of the requests to come */
    char fell[160]; /* why it is not the one that was asked for; "" */
    /* From now on only the first job runs: struct rdl_external_name. */
    bool alone;
    bool restarted;         /* a worker died, and the user knows it */
    unsigned started_again; /* processes that ended before main */
};

/* `options` without a mark: each worker gets its own.  Takes over `input`.
 * After false, too, they are to be freed. */
bool rdl_workers_make(struct rdl_workers *w, size_t n,
                      const struct rdl_worker_options *options,
                      const struct rdl_stdin *input, struct rdl_error *error);
void rdl_workers_free(struct rdl_workers *w);
/* Is a request under way? */
bool rdl_workers_busy(const struct rdl_workers *w);
/* None is to begin another execution. */
void rdl_workers_stop(struct rdl_workers *w);
/* Adds what the requests under way have done so far. */
void rdl_workers_count(const struct rdl_workers *w, uint64_t *executions,
                       uint64_t *steps);

#endif
