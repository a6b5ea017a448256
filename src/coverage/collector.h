/* collector.h - feeds executed events to the histories and the metrics, and
 * asks them what an event would cover.
 *
 * The events of an execution arrive in the order in which they happened, each
 * after it has happened (so that flags are final).  These events matter:
 *   READ, ATOMIC_READ      a read of [addr, addr+size)
 *   WRITE, ATOMIC_WRITE    a write
 *   RMW                    both at once; with RDL_EV_FAILED a read
 *   LOCK                   lock-acquire, the attempt: fed when it is made,
 *                          before it waits, and not again when it continues
 *   HOLD                   lock-hold; RDL_EV_SHARED for the read side, as
 *                          with LOCK and TRYLOCK
 *   TRYLOCK                acquire and hold in one (no HOLD follows it); with
 *                          RDL_EV_FAILED nothing: it does not wait
 *   UNLOCK                 the lock is released.  For a recursive lock feed
 *                          HOLD and UNLOCK at every level, or both only at the
 *                          outermost
 *   DESTROY                the lock no longer exists
 *   START                  `tid` is a new thread from here on
 * All others change nothing: a condition wait is fed as its UNLOCK, the LOCK
 * with which it takes the mutex again when it was woken, and its HOLD, all at
 * the wait's location.
 *
 * All of this runs both inside the target and in the driver: no libc, memory
 * only from the supply, no locks; one thread at a time. */
#ifndef RDL_COVERAGE_COLLECTOR_H
#define RDL_COVERAGE_COLLECTOR_H

#include "base/event.h"
#include "coverage/accesses.h"
#include "coverage/locks.h"
#include "coverage/tables/memory.h"

/* A metric and its number, side by side: every event uses them. */
struct rdl_listener {
    const struct rdl_metric *metric;
    unsigned id;
};

/* One process's view of a coverage memory.  It must not move. */
struct rdl_coverage {
    uint32_t metrics; /* those that record */
    struct rdl_coverage_memory *memory;
    struct rdl_participant participant;
    struct rdl_locations locations;
    struct rdl_covering covering;
    struct rdl_pairing pairs[RDL_N_COMBINATORIAL];
    uint64_t new_pairs; /* of all kinds, by the latest rdl_coverage_end */
    struct rdl_accesses accesses;
    struct rdl_locks locks;
    uint32_t threads[RDL_MAX_THREADS]; /* by tid: the thread's number */
    struct rdl_allocator supply;
    struct rdl_cover_cache *memos; /* NULL: no memory, or nothing records */
    bool marks; /* pairs need to know when a requirement was covered last */
    /* Set by the caller: some memory has been watched only since the middle of
     * this execution, so a location without a known writer may have one. */
    bool late;
    /* Set by the caller before an execution begins: it is run again, and its
     * requirements have been counted (tables/hits.h). */
    bool repeats;
    /* The number of metrics above that want each call. */
    uint32_t n_touch, n_conflict, n_handover;
    struct rdl_listener touch[RDL_N_METRICS], conflict[RDL_N_METRICS];
    struct rdl_listener handover[RDL_N_METRICS];
};

struct rdl_coverage_attach {
    struct rdl_coverage_memory *memory;
    size_t size;      /* of the mapped memory */
    uint32_t metrics; /* to record */
    uint32_t pairs;   /* 1 << i for each wanted rdl_combinatorial_at(i) */
    uint32_t owner;   /* never 0: coverage/tables/participant.h */
    struct rdl_allocator supply;
    struct rdl_namer namer;
};

/* 0; -EINVAL: this is not a coverage memory; -ENOMEM: the supply gave nothing.
 * Touches only the part of the memory that is in use. */
int rdl_coverage_attach(struct rdl_coverage *c,
                        const struct rdl_coverage_attach *how);
/* Takes in what other processes found.  Each execution begins with it.  A
 * process that forks one child per execution calls it before the fork, so that
 * the children need not repeat all of it. */
void rdl_coverage_sync(struct rdl_coverage *c);
/* Execution `number` begins.  Its coverage is in the memory at once. */
void rdl_coverage_begin(struct rdl_coverage *c, uint64_t number);
void rdl_coverage_event(struct rdl_coverage *c, const struct rdl_event *event);
/* Memory is freed or mapped anew: later memory there is another object. */
void rdl_coverage_forget(struct rdl_coverage *c, uintptr_t addr, size_t size);
/* The execution is over: adds its pairs.  What it covered can be queried until
 * the next begins. */
void rdl_coverage_end(struct rdl_coverage *c);
/* After the end of an execution that did not fail: counts it for each
 * requirement that it covered, unless it repeats one.  If nobody calls this the
 * driver does it (rdl_hits_settle). */
void rdl_coverage_count(struct rdl_coverage *c);
/* The number of requirements that this execution was the first to cover. */
static inline uint32_t rdl_coverage_n_new(const struct rdl_coverage *c)
{
    return c->covering.n_new;
}
/* What was not recorded for lack of room, in this and all earlier executions;
 * for the shared tables also by other processes. */
uint64_t rdl_coverage_lost(const struct rdl_coverage *c);

/* cov(p): the requirements of `metrics` that `p` would cover now, if these
 * metrics record.  A lock-acquire counts as the lock-hold that it becomes if
 * the lock is available now, else as the attempt. */
void rdl_coverage_query(struct rdl_coverage *c, uint32_t metrics,
                        const struct rdl_event *p, struct rdl_query *out);
/* cov(p,q): the requirements that `q` would cover right after `p`, without what
 * `p` covers itself.  For two operations on one lock: as if `p` released it in
 * between; and what `q` covers if it has to wait for `p`.  Bytes of `q` that
 * `p` does not access have their current history.
 * If rdl_coverage_meet() is false it is cov(q). */
void rdl_coverage_query_after(struct rdl_coverage *c, uint32_t metrics,
                              const struct rdl_event *p,
                              const struct rdl_event *q, struct rdl_query *out);
/* Does `p` change what `q` covers right after it?  Looks at nothing else, so a
 * strategy can ask it for all pairs and query only those that meet. */
bool rdl_coverage_meet(const struct rdl_event *p, const struct rdl_event *q);
/* Would this lock-acquire (or lock-hold) block now?  False for all other
 * events. */
bool rdl_coverage_waits(struct rdl_coverage *c, const struct rdl_event *p);
/* Does the thread of this lock operation hold its lock?  False for all other
 * events. */
bool rdl_coverage_holds(struct rdl_coverage *c, const struct rdl_event *p);

#endif
