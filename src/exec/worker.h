/* worker.h - runs executions of the target and survives all that they do.
 *
 * A worker owns the shared memory, the target's standard streams and its
 * processes.  A request is for one execution, or under isolation rewind for
 * many (config.batch); several workers may have requests under way at the same
 * time.  After a request memory.shared has the outcome of the latest execution,
 * safe to read until the next request.  config.execution there is its number;
 * shared->tally counts all executions of the request, under every isolation.
 *
 * Workers share only their coverage.  It is in a memory of its own
 * (coverage/tables/memory.h) that every target maps. */
#ifndef RDL_EXEC_WORKER_H
#define RDL_EXEC_WORKER_H

#include "exec/output_capture.h"
#include "exec/isolation/isolation.h"
#include "exec/peer.h"
#include "exec/stdin.h"

struct rdl_worker_options { /* borrowed for the worker's lifetime */
    const char *path;
    char *const *argv;
    const char *runtime; /* libraddle.so */
    /* Of the target; NULL: raddle's own. */
    const char *directory;
    char *const *environment;
    const struct rdl_isolation *isolation;
    uint64_t max_steps;
    uint64_t explore; /* bytes for an exploration; 0: none */
    int coverage;     /* descriptor of the campaign's coverage; -1: none */
    const char *peer; /* NULL: none */
    int end_signal;   /* sent after the peer has ended; 0: none */
    int mark;         /* unique among the workers: reaper.h */
    /* Called about twenty times a second during a request; or NULL. */
    void (*tick)(void *data);
    void *tick_data;
};

enum rdl_worker_end { /* how the current request ends */
                      RDL_END_NONE,
                      RDL_END_OVER,
                      RDL_END_TIMEOUT,
                      RDL_END_INTERRUPT, /* the user or the campaign stops it */
};

struct rdl_worker {
    struct rdl_worker_options options;
    struct rdl_shared_map memory;
    struct rdl_stdin input;
    struct rdl_output_capture output;
    struct rdl_launch launch;
    struct rdl_isolate isolate;
    struct rdl_peer peer;
    bool to_tell; /* send the end signal as soon as there is a process */
    bool busy;    /* a request is under way */
    bool aged;    /* its process has served a request before */
    bool again;   /* it runs again: see rdl_run_result.outside */
    enum rdl_worker_end end;
    uint64_t seen;     /* finished executions of the request ... */
    uint64_t moved_ns; /* ... and when their number last changed */
    uint64_t ticked_ns;
    uint64_t stop_ns; /* time of rdl_worker_stop(); 0: not called */
    /* Why the process that should outlive requests died; "" if it lives.
     * Whoever reports it clears it. */
    char died[64];
    /* What raddle itself could not do: make a process, run the peer.  Like the
     * error of a stdio stream it stays: this request and all later ones end as
     * interrupted, and their caller looks here. */
    struct rdl_error error;
};

/* How a request ended, in addition to memory.shared. */
struct rdl_run_result {
    enum rdl_state state; /* RDL_FOUND also for findings of the driver */
    int status;           /* wait status of the process, -1: unknown */
    int error;            /* errno of exec; 0 if it succeeded */
    bool timed_out;       /* ended after config.timeout_ms */
    bool interrupted; /* killed because the user or the campaign stops; or the
                         worker's error is set */
    char stage[RDL_STARTUP_STAGE]; /* RDL_NOT_STARTED: "while ...", see
                                      startup.h */
    bool outside; /* killed by an unknown process; raddle ran it again, and it
                     was killed again */
};

/* Takes over `input`, even on failure; then the caller frees nothing. */
bool rdl_worker_make(struct rdl_worker *w,
                     const struct rdl_worker_options *options,
                     const struct rdl_stdin *input, struct rdl_error *error);
void rdl_worker_free(struct rdl_worker *w);
/* Makes room for executions of that many steps, if there is less; what
 * strategies remember stays.  False, with the error set: as it was. */
bool rdl_worker_grow(struct rdl_worker *w, uint64_t max_steps,
                     struct rdl_error *error);
/* Changes the isolation from the next request on. */
void rdl_worker_isolate(struct rdl_worker *w,
                        const struct rdl_isolation *isolation);

/* Runs a request to its end. */
void rdl_worker_run(struct rdl_worker *w, const struct rdl_config *config,
                    struct rdl_run_result *out);

/* The same in three parts.  Begins the request: sets w->busy, and w->end if it
 * is over already. */
void rdl_worker_begin(struct rdl_worker *w, const struct rdl_config *config);
/* Waits until at least one of the busy workers has an end. */
void rdl_worker_wait(struct rdl_worker *const *list, size_t n);
/* For a worker that has an end; the caller may give RDL_END_INTERRUPT to any
 * worker. */
void rdl_worker_finish(struct rdl_worker *w, struct rdl_run_result *out);
/* Has a process died that had served requests before the latest?  Then it had
 * reached main. */
bool rdl_worker_stood_at_main(const struct rdl_worker *w);
/* The next request begins in a new process. */
void rdl_worker_renew(struct rdl_worker *w);
/* Calls `call` once, while the next process of the program starts: it has time
 * for something else then. */
void rdl_worker_meanwhile(struct rdl_worker *w, void (*call)(void *data),
                          void *data);
/* Under isolation rewind: ends the request after the current execution.  If
 * that takes too long, the request gets RDL_END_INTERRUPT. */
void rdl_worker_stop(struct rdl_worker *w);

#endif
