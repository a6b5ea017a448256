/* isolation.h - the contract between the worker and a way of giving each
 * execution a process as fresh as the first had it.
 *
 * The worker promises:
 *   - begin() and finish() alternate; stop() comes last;
 *   - before begin() the shared memory holds the request: config.batch is 1
 *     unless the rung is RDL_RUNG_REWIND;
 *   - finish() is called when the descriptor that begin() returned has become
 *     readable, or after SIGKILL to process();
 *   - no calls overlap.
 * An isolation promises:
 *   - begin() after any end, the target's or its server's, starts afresh;
 *   - it calls rdl_shared_map_process() before a process that runs executions
 *     starts;
 *   - when finish() returns, the process of the execution is reaped, or is
 *     `own` and waits for the next request;
 *   - it starts the program through rdl_isolate_start() only, and names the
 *     process that outlives a request in `own`; 0 after finish(): it has died.
 *
 * To add one: write src/exec/isolation_<name>.c, add a line to
 * RDL_ISOLATIONS.  The order is that of enum rdl_rung.
 */
#ifndef RDL_EXEC_ISOLATION_H
#define RDL_EXEC_ISOLATION_H

#include "exec/launch.h"
#include "exec/shared_map.h"
#include "exec/startup.h"

#include <stdbool.h>

#define RDL_ISOLATIONS(ISOLATION)                                              \
    ISOLATION(rewind)                                                          \
    ISOLATION(fork)                                                            \
    ISOLATION(exec)

struct rdl_isolate { /* the state of one, owned by the worker */
    const struct rdl_launch *launch;
    struct rdl_shared_map *memory;
    /* Where begin() says what raddle itself could not do; borrowed. */
    struct rdl_error *failure;
    unsigned timeout_ms; /* for reaching main; 0: none */
    pid_t own;           /* process that outlives a request, 0 if none */
    pid_t target; /* process of the execution under way, 0 if not known */
    int over;     /* descriptor that tells its end, -1 if none */
    int ended;    /* pidfd of `own`, -1 if none */
    int error;    /* errno of exec, when begin() fails */
    int status;   /* wait status, when begin() fails without error, ... */
    bool late;    /* ... if its time was up, ... */
    char stands[RDL_STANDS]; /* ... and where it stood: startup.h */
};

struct rdl_isolation {
    const char *name;    /* as typed after --isolation= */
    const char *summary; /* one line of --help */
    enum rdl_rung rung;
    /* That a campaign came down to it; the first one has none. */
    enum rdl_note_kind note;
    /* Begins a request; the descriptor that becomes readable at its end.
     * -1: the target did not come as far as main, or raddle could not start or
     * watch a process (i->failure). */
    int (*begin)(struct rdl_isolate *i);
    /* The process that runs the target now; 0 if it is not known (yet). */
    pid_t (*process)(struct rdl_isolate *i);
    /* The wait status of the process that ran the latest execution; of one
     * that waits for the next request: 0. */
    int (*finish)(struct rdl_isolate *i);
    void (*stop)(struct rdl_isolate *i);
};

const struct rdl_isolation *rdl_isolation_find(const char *name);
/* The i-th, by enum rdl_rung; NULL behind the last. */
const struct rdl_isolation *rdl_isolation_at(size_t i);

/* Starts the program, with `control` (-1: none) as its descriptor for requests;
 * its pid, or 0 with i->error or i->failure set. */
pid_t rdl_isolate_start(struct rdl_isolate *i, int control);

#endif
