/* isolation.h - the contract between the worker and a way of giving each
 * execution a fresh process.
 *
 * The worker promises:
 *   - begin() and finish() alternate; stop() comes last;
 *   - before begin() the shared memory holds the request: config.batch is 1
 *     unless the level is RDL_ISOLATION_REWIND;
 *   - it calls finish() when the descriptor that begin() returned has become
 *     readable, or after SIGKILL to process();
 *   - no calls overlap.
 * An isolation promises:
 *   - begin() starts afresh if the target or its server has ended;
 *   - it calls rdl_shared_map_process() before it starts a process that runs
 *     executions;
 *   - when finish() returns, the process of the execution is reaped, or it is
 *     `own` and waits for the next request;
 *   - it starts the program through rdl_isolate_start() only, and `own` is the
 *     process that outlives a request; 0 after finish(): that process has died.
 *
 * To add one: write src/exec/isolation/<name>.c, add a line to
 * RDL_ISOLATIONS.  The order is that of enum rdl_isolation_level. */
#ifndef RDL_EXEC_ISOLATION_ISOLATION_H
#define RDL_EXEC_ISOLATION_ISOLATION_H

#include "exec/launch.h"
#include "exec/shared_map.h"
#include "exec/startup.h"

#include <stdbool.h>

#define RDL_ISOLATIONS(ISOLATION)                                              \
    ISOLATION(rewind)                                                          \
    ISOLATION(fork)                                                            \
    ISOLATION(exec)

struct rdl_isolate { /* state of one; the worker owns it */
    const struct rdl_launch *launch;
    struct rdl_shared_map *memory;
    /* begin() stores here what raddle itself could not do; borrowed. */
    struct rdl_error *failure;
    unsigned timeout_ms; /* until main is reached; 0: no limit */
    pid_t own;           /* process that outlives a request, 0 if none */
    pid_t target;        /* process of the current execution, 0: unknown */
    int over;            /* readable when the request is over, or -1 */
    /* Called once, as soon as a process was started: see rdl_worker_meanwhile.
     */
    void (*meanwhile)(void *data);
    void *meanwhile_data;
    int ended;  /* pidfd of `own`, -1 if none */
    int error;  /* errno of exec, when begin() fails */
    int status; /* wait status, when begin() fails without error, ... */
    bool late;  /* ... if it took too long to reach main, ... */
    char stage[RDL_STARTUP_STAGE]; /* ... and where it was then: startup.h */
};

struct rdl_isolation {
    const char *name;    /* as typed after --isolation= */
    const char *summary; /* one line of --help */
    enum rdl_isolation_level level;
    /* The note that a campaign fell back to it; the first one has none. */
    enum rdl_note_kind note;
    /* Begins a request.  Returns a descriptor that becomes readable at its end,
     * or -1: the target did not reach main, or raddle could not start or watch
     * a process (i->failure). */
    int (*begin)(struct rdl_isolate *i);
    /* The process that runs the target now; 0 if unknown (yet). */
    pid_t (*process)(struct rdl_isolate *i);
    /* The wait status of the process that ran the latest execution; 0 if that
     * process waits for the next request. */
    int (*finish)(struct rdl_isolate *i);
    void (*stop)(struct rdl_isolate *i);
};

const struct rdl_isolation *rdl_isolation_find(const char *name);
/* The i-th, by enum rdl_isolation_level; NULL after the last. */
const struct rdl_isolation *rdl_isolation_at(size_t i);

/* Starts the program, with `control` (-1: none) as its descriptor for requests.
 * Returns its pid, or 0 with i->error or i->failure set. */
pid_t rdl_isolate_start(struct rdl_isolate *i, int control);

#endif
