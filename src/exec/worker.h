/* worker.h - runs executions of the target and survives all that they do.
 *
 * A worker owns the shared memory, the target's standard streams and its
 * processes.  It is asked for one execution, or under isolation rewind for
 * many (config.batch); several workers may have requests under way at the
 * same time.  What the latest execution came to stands in memory.shared
 * afterwards, safe to read, until the next request, and config.execution there
 * is its number; shared->tally counts all of the request, whatever the
 * isolation.
 *
 * One thing only is shared between workers: what they have covered.  It lies
 * in a memory of its own (coverage/tables/memory.h) that every target maps. */
#ifndef RDL_EXEC_WORKER_H
#define RDL_EXEC_WORKER_H

#include "exec/output_capture.h"
#include "exec/isolation.h"
#include "exec/peer.h"
#include "exec/stdin.h"

struct rdl_worker_options { /* borrowed for the worker's life */
    const char *path;
    char *const *argv;
    const char *runtime; /* libraddle.so */
    /* Of the target; NULL: as raddle has them. */
    const char *directory;
    char *const *environment;
    const struct rdl_isolation *isolation;
    uint64_t max_steps;
    int coverage;     /* descriptor of the campaign's coverage; -1: none */
    const char *peer; /* NULL: none */
    int end_signal;   /* sent when the peer has ended; 0: none */
    int mark;         /* differs from that of every other worker: reaper.h */
    /* Called some twenty times a second while a request lasts; or NULL. */
    void (*tick)(void *data);
    void *tick_data;
};

enum rdl_worker_end { /* of a request that is under way */
                      RDL_END_NONE,
                      RDL_END_OVER,
                      RDL_END_TIMEOUT,
                      RDL_END_INTERRUPT, /* the user wants to stop, or the
                                            campaign does */
};

struct rdl_worker {
    struct rdl_worker_options options;
    struct rdl_shared_map memory;
    struct rdl_stdin input;
    struct rdl_output_capture output;
    struct rdl_launch launch;
    struct rdl_isolate isolate;
    struct rdl_peer peer;
    bool to_tell; /* the peer's end, as soon as there is a process */
    bool busy;    /* a request is under way */
    bool aged;    /* its process has served another before */
    bool again;   /* it is run once more: see rdl_run_result.outside */
    enum rdl_worker_end end;
    uint64_t seen;     /* executions of the request that were over ... */
    uint64_t moved_ns; /* ... when their number was last seen to change */
    uint64_t ticked_ns;
    uint64_t stop_ns; /* when it was told to stop; 0: it was not */
    /* Why the process that should outlive requests did not: "" if it lives.
     * To be emptied by whoever tells it. */
    char died[64];
    /* What raddle itself could not do: make a process, run the peer.  Like the
     * error of a stdio stream it stays: this request and all later ones end
     * as interrupted, and whoever asked for them looks here. */
    struct rdl_error error;
};

/* How a request ended, beside what memory.shared says. */
struct rdl_run_result {
    enum rdl_state state;    /* RDL_FOUND also for what the driver noticed */
    int status;              /* wait status of the process, -1 if not known */
    int error;               /* errno of exec; 0 if it succeeded */
    bool timed_out;          /* killed after config.timeout_ms */
    bool interrupted;        /* killed because the user or the campaign wants to
                                stop; or the worker's error is set */
    char stands[RDL_STANDS]; /* RDL_NOT_STARTED: "while ...", see startup.h */
    bool outside; /* killed, by nobody that is known here: it was run again,
                     and if this is set it ended so again */
};

/* Takes over `input`, also on failure; then nothing is to be freed. */
bool rdl_worker_make(struct rdl_worker *w,
                     const struct rdl_worker_options *options,
                     const struct rdl_stdin *input, struct rdl_error *error);
void rdl_worker_free(struct rdl_worker *w);
/* From the next request on. */
void rdl_worker_isolate(struct rdl_worker *w,
                        const struct rdl_isolation *isolation);

/* A request and its end. */
void rdl_worker_run(struct rdl_worker *w, const struct rdl_config *config,
                    struct rdl_run_result *out);

/* The same in three parts.  Begins it: w->busy, and if it is over already
 * w->end. */
void rdl_worker_begin(struct rdl_worker *w, const struct rdl_config *config);
/* Waits until one of the workers that are busy has an end, at least. */
void rdl_worker_wait(struct rdl_worker *const *list, size_t n);
/* For one that has an end; RDL_END_INTERRUPT can be given to any. */
void rdl_worker_finish(struct rdl_worker *w, struct rdl_run_result *out);
/* Has the process died that served requests before the latest?  It had come as
 * far as main, once. */
bool rdl_worker_stood_at_main(const struct rdl_worker *w);
/* Under isolation rewind: no execution after the one that is running.  That
 * one has a moment to end; then the request has RDL_END_INTERRUPT. */
void rdl_worker_stop(struct rdl_worker *w);

#endif
