/* worker.h - runs executions of the target, one at a time, and survives all
 * that they do.
 *
 * A worker owns the shared memory, the target's standard streams and its
 * processes.  What an execution came to stands in memory.shared afterwards,
 * safe to read, until the next. */
#ifndef RDL_CAMPAIGN_WORKER_H
#define RDL_CAMPAIGN_WORKER_H

#include "campaign/capture.h"
#include "campaign/isolation.h"
#include "campaign/peer.h"
#include "campaign/stdin.h"

struct rdl_worker_options { /* borrowed for the worker's life */
    const char *path;
    char *const *argv;
    const char *runtime; /* libraddle.so */
    const struct rdl_isolation *isolation;
    uint64_t max_steps;
    const char *peer; /* NULL: none */
    int end_signal;   /* sent when the peer has ended; 0: none */
    /* Called some ten times a second while an execution lasts; or NULL. */
    void (*tick)(void *data);
    void *tick_data;
};

struct rdl_worker {
    struct rdl_worker_options options;
    struct rdl_memory memory;
    struct rdl_stdin input;
    struct rdl_capture output;
    struct rdl_launch launch;
    struct rdl_isolate isolate;
    struct rdl_peer peer;
};

/* How an execution ended, beside what memory.shared->outcome says. */
struct rdl_ran {
    enum rdl_state state; /* RDL_FOUND also for what the driver noticed */
    int status;           /* wait status of the process, -1 if not known */
    int error;            /* errno of exec; 0 if it succeeded */
    bool timed_out;       /* killed after config.timeout_ms */
    bool interrupted;     /* killed because the user wants to stop */
};

/* Takes over `input`. */
void rdl_worker_make(struct rdl_worker *w,
                     const struct rdl_worker_options *options,
                     const struct rdl_stdin *input);
void rdl_worker_free(struct rdl_worker *w);

/* One execution. */
void rdl_worker_run(struct rdl_worker *w, const struct rdl_config *config,
                    struct rdl_ran *out);

#endif
